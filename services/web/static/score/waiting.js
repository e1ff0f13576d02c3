// The entries on their way, as a list: where each stands, in words, and what a person may do about it.
// @ts-check

import { filled } from "./fields.js";
import { STUCK } from "./queue.js";

/** @typedef {import("./queue.js").Entry} Entry */
/** @typedef {import("./queue.js").Queue} Queue */
/**
 * @typedef {object} Doing
 * @property {(entry: Entry) => boolean} editable whether it has fields to be put back into
 * @property {(entry: Entry) => void} edit put it back into the fields
 * @property {(entry: Entry) => void} again send it again
 * @property {(entry: Entry) => void} drop forget it
 */

export class Waiting {
  #place;
  #list;
  #pattern;
  #words;
  #queue;
  #doing;

  /** @param {HTMLElement} place @param {Queue} queue @param {Doing} doing */
  constructor(place, queue, doing) {
    this.#place = place;
    this.#list = /** @type {HTMLElement} */ (place.querySelector("ol"));
    this.#pattern = /** @type {HTMLTemplateElement} */ (place.querySelector("template"));
    this.#words = /** @type {Record<string, string>} */ ({ ...place.dataset });
    this.#queue = queue;
    this.#doing = doing;
  }

  /** Show what is on its way; `lines` are those of the list of what is recorded. @param {HTMLElement} lines */
  show(lines) {
    const { entries } = this.#queue;
    const rows = new Map([.../** @type {NodeListOf<HTMLElement>} */ (this.#list.querySelectorAll("li[data-id]"))].map((row) => [row.dataset.id, row]));
    for (const entry of entries) {
      const row = rows.get(entry.id) ?? this.#row(entry);
      rows.delete(entry.id);
      if (row.parentNode !== this.#list) this.#list.append(row);
      this.#tell(row, entry, lines);
    }
    for (const row of rows.values()) row.remove();
    this.#place.hidden = !entries.length;
    const unkept = /** @type {HTMLElement} */ (this.#place.querySelector("[data-unkept]"));
    unkept.hidden = this.#queue.keeps || !entries.length;
  }

  /** @param {Entry} entry */
  #row(entry) {
    const row = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (this.#pattern.content.cloneNode(true)).firstElementChild);
    row.dataset.id = entry.id;
    const find = () => this.#queue.entries.find((each) => each.id === entry.id);
    for (const what of /** @type {("edit" | "again" | "drop")[]} */ (["edit", "again", "drop"])) {
      row.querySelector(`[data-do="${what}"]`)?.addEventListener("click", () => {
        const now = find();
        if (now) this.#doing[what](now);
      });
    }
    return row;
  }

  /** @param {HTMLElement} row @param {Entry} entry @param {HTMLElement} lines */
  #tell(row, entry, lines) {
    row.dataset.state = entry.state;
    write(row, "said", entry.said);
    const asking = this.#queue.ended ? "ended" : "asking";
    const state = entry.state === "waiting" && entry.tried ? asking : entry.state;
    write(row, "state", filled(this.#words[state], { version: entry.version }));
    write(row, "detail", entry.detail);
    const asks = STUCK.has(entry.state);
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-do]"))) {
      const what = each.dataset.do;
      // What may have arrived is not forgotten: it could stand in the log.
      const may = asks || (entry.state === "waiting" && !entry.tried && what !== "again");
      each.hidden = !may || (what === "edit" && !this.#doing.editable(entry));
    }
    const news = /** @type {HTMLElement} */ (row.querySelector("[data-news]"));
    news.hidden = entry.state !== "moved";
    if (entry.state === "moved") news.querySelector("ul")?.replaceChildren(...since(lines, entry.base ?? 0));
  }
}

/** The lines after a version, newest first. @param {HTMLElement} lines @param {number} version */
export const after = (lines, version) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (lines.querySelectorAll("li[data-version]"))].filter((line) => Number(line.dataset.version) > version);

/** Copies of the lines after a version, oldest first, without what can be done about them. @param {HTMLElement} lines @param {number} version */
export function since(lines, version) {
  return after(lines, version).reverse().map(copied);
}

/** @param {HTMLElement} row @param {string} name @param {string} text */
function write(row, name, text) {
  const place = /** @type {HTMLElement} */ (row.querySelector(`[data-${name}]`));
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** @param {HTMLElement} line */
function copied(line) {
  const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
  for (const each of copy.querySelectorAll("button")) each.remove();
  for (const name of ["data-key", "data-version", "data-place"]) copy.removeAttribute(name);
  return copy;
}
