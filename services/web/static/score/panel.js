// The panel of entries: keys for thumbs, a line for who types, and what is wrong with either, beside it.
// @ts-check

import { clear, put, say, unfold, values } from "./fields.js";
import { offer, seated, sit } from "./seat.js";
import { BOUNCE } from "./steady.js";

/** @typedef {import("./fields.js").Desk} Desk */
/** @typedef {import("./fields.js").Event} Event */
/** @typedef {import("./fields.js").Game} Game */
/**
 * @typedef {object} Ways
 * @property {() => Event[]} onItsWay what was entered and may not be in the situation yet
 * @property {(version: number) => boolean} ours whether this browser reported it
 * @property {() => Promise<void>} known until what is on its way is in the situation, or that takes too long
 * @property {() => number} seen the version that is shown
 * @property {(event: Event, said: string, since: number, untouched: () => boolean) => Promise<string>} record `since`: the version when it was
 *   begun; `untouched`: whether nothing was entered after it. The answer says why it was not recorded, if it goes back into its fields.
 * @property {() => void} undo
 */

const CLOSED = "match.closed";
const UNDO = /^(?:u|undo)$/i;
/** Fields that a new line leaves as they are, unless it names them. */
const PLACE = ["table", "room", "board", "ns", "ew"];
/** What an event lacks that the match tells once it is known how it goes on. */
const UNTOLD = "which_seat";

export class Panel {
  #place;
  #line;
  #game;
  #words;
  #ways;
  #situation;
  /** The version at which what is entered and not recorded was begun. @type {number | null} */
  #since = null;
  /** Counts what is entered. */
  #touches = 0;
  /** Forgets what was refused, if it is there. */
  #refused = () => false;
  /** What was recorded last, and when. */
  #last = { text: "", at: -Infinity };

  /** @param {HTMLElement} place @param {Game} game @param {Record<string, string>} words @param {Ways} ways */
  constructor(place, game, words, ways) {
    this.#place = place;
    this.#line = /** @type {HTMLInputElement} */ (place.querySelector("#line"));
    this.#game = game;
    this.#words = words;
    this.#ways = ways;
    this.#situation = JSON.parse(place.dataset.situation ?? "{}");
    place.addEventListener("input", (event) => this.#touched(/** @type {HTMLElement} */ (event.target)));
    place.addEventListener("click", (event) => this.#clicked(/** @type {HTMLElement} */ (event.target)));
    place.addEventListener("keydown", (event) => this.#pressed(event));
    this.situate(this.#situation, place.dataset.status ?? "");
    if (matchMedia("(pointer: fine)").matches && !location.hash) this.#line.focus();
  }

  /** Whether something is entered and not recorded. */
  get begun() {
    return this.#since !== null;
  }

  /** Take in what comes next in the match. @param {any} situation @param {string} status */
  situate(situation, status) {
    this.#situation = situation ?? this.#situation;
    this.#place.dataset.status = status;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.#place.querySelectorAll("[data-when]"))) {
      const wanted = each.dataset.when ?? "";
      each.hidden = wanted.startsWith("!") ? Boolean(this.#situation[wanted.slice(1)]) : !this.#situation[wanted];
    }
    for (const each of /** @type {NodeListOf<HTMLButtonElement>} */ (this.#place.querySelectorAll("[data-put]"))) {
      each.disabled = (this.#situation.gone ?? []).includes(each.dataset.put?.trim());
    }
    offer(this.#place.querySelector('select[data-field="table"]'), Object.keys(this.#situation.tables ?? {}));
    if (!this.begun) for (const section of this.#sections()) this.#prepare(section);
  }

  /** Put an entry back into its fields; false if it has none. @param {Event} event */
  back(event) {
    const typed = this.#game.back(event);
    const section = typed && this.#section(typed.entry);
    if (!section) return false;
    clear(section);
    unfold(section);
    put(section, typed.values);
    this.#since = null;
    this.#begin(section);
    section.querySelector("input")?.focus();
    return true;
  }

  /** Whether an entry has fields to be put back into. @param {Event} event */
  takes(event) {
    const typed = this.#game.back(event);
    return typed !== null && this.#section(typed.entry) !== null;
  }

  /** Have the focus where typing reaches, if what had it is gone. */
  refocus() {
    if (document.activeElement === document.body) this.#line.focus();
  }

  /** Nobody knows whose turn it is while something is on its way. @returns {Desk} */
  get #desk() {
    const done = this.#ways.onItsWay();
    const { turn, last } = this.#situation;
    const situation = { ...this.#situation, turn: done.length ? null : turn, last: last && this.#ways.ours(last.version) ? last : null };
    return { words: this.#words, situation, done };
  }

  #sections() {
    return /** @type {NodeListOf<HTMLElement>} */ (this.#place.querySelectorAll("[data-entry]"));
  }

  /** @param {string} entry */
  #section(entry) {
    return [...this.#sections()].find((each) => each.dataset.entry?.split(" ").includes(entry)) ?? null;
  }

  /** @param {HTMLElement} section @param {string} [keep] a field that is not prepared */
  #prepare(section, keep) {
    const wanted = this.#game.ahead(section.dataset.entry?.split(" ")[0] ?? "", seated(values(section)), this.#desk);
    put(section, Object.fromEntries(Object.entries(wanted).filter(([name]) => name !== keep)));
    this.#preview(section);
  }

  /** @param {HTMLElement} field */
  #touched(field) {
    this.#touches += 1;
    if (field === this.#line) {
      say(this.#place, "");
      const typed = this.#game.parse(this.#line.value, this.#desk);
      const section = typed && this.#section(typed.entry);
      if (!section || UNDO.test(this.#line.value)) return;
      unfold(section);
      this.#retype(section, typed.values);
      this.#begin(section);
      return;
    }
    const section = /** @type {HTMLElement | null} */ (field.closest("[data-entry]"));
    if (!section) return;
    const name = field.dataset.field ?? "";
    if (name === "tricks") put(section, { result: "" });
    if (name === "result") put(section, { tricks: "" });
    if (name === "points") put(section, { other: "" });
    if (name === "table" || name === "room") {
      sit(values(section));
      this.#prepare(section, name);
    } else this.#begin(section);
  }

  /** @param {HTMLElement} section */
  #begin(section) {
    this.#touches += 1;
    this.#since ??= this.#ways.seen();
    say(section, "");
    this.#preview(section);
  }

  /** What the line says, and nothing that an earlier one said. @param {HTMLElement} section @param {import("./fields.js").Values} typed */
  #retype(section, typed) {
    const before = values(section);
    clear(section);
    const stays = Object.fromEntries(PLACE.filter((name) => name in before).map((name) => [name, before[name]]));
    put(section, { ...this.#game.ahead(section.dataset.entry?.split(" ")[0] ?? "", before, this.#desk), ...stays, ...typed });
  }

  /** @param {HTMLElement} target */
  #clicked(target) {
    const button = target.closest("button");
    const section = /** @type {HTMLElement | null} */ (button?.closest("[data-entry]") ?? null);
    if (button?.dataset.record && section) void this.#record(section, button.dataset.record);
    if (button?.hasAttribute("data-undo-last")) this.#ways.undo();
    if (button?.dataset.put !== undefined && section) this.#type(section, button.dataset.put);
  }

  /** A card, or a part of one, as if it was typed. @param {HTMLElement} section @param {string} text */
  #type(section, text) {
    const field = /** @type {HTMLInputElement} */ (section.querySelector('[data-field="cards"]'));
    field.value = text ? `${field.value}${text}`.trimStart() : field.value.trimEnd().slice(0, -1);
    this.#begin(section);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const writes = target.matches('input:not([type="radio"]), select, textarea');
    if (event.key === "Enter") {
      const section = /** @type {HTMLElement | null} */ (target.closest("[data-entry]"));
      if (target === this.#line) void this.#enter();
      else if (section && target.matches("input")) void this.#record(section, section.dataset.entry?.split(" ")[0] ?? "");
      else return;
      event.preventDefault();
    } else if (!writes && event.key.length === 1 && event.key !== " ") this.#line.focus();
  }

  /** Record the line as it is typed. */
  async #enter() {
    const line = this.#line.value.trim();
    if (!line) return;
    if (UNDO.test(line)) {
      this.#line.value = "";
      this.#ways.undo();
      return;
    }
    const typed = this.#game.parse(line, this.#desk);
    const section = typed && this.#section(typed.entry);
    if (!section || typed.rest) {
      say(this.#place, typed?.rest ? this.#words.not_read.replace("{rest}", typed.rest) : this.#words.which_line);
      return;
    }
    this.#retype(section, typed.values);
    await this.#record(section, typed.entry);
  }

  /** Record an entry, and empty its fields for the next at once. @param {HTMLElement} section @param {string} entry @param {boolean} [waited] */
  async #record(section, entry, waited = false) {
    const event = this.#event(entry, section);
    const near = document.activeElement === this.#line ? this.#place : section;
    const hasty = performance.now() - this.#last.at < BOUNCE && !this.begun;
    if (event === UNTOLD && !waited && this.#ways.onItsWay().length) {
      await this.#whenKnown(section, entry);
      return;
    }
    if (typeof event === "string") {
      if (!hasty) say(near, this.#words[event]);
      return;
    }
    const text = JSON.stringify(event);
    if (hasty && text === this.#last.text) return;
    this.#last = { text, at: performance.now() };
    const [typed, line, since] = [values(section), this.#line.value, this.#since ?? this.#ways.seen()];
    sit(typed);
    const touches = ++this.#touches;
    const untouched = () => touches === this.#touches;
    say(near, "");
    const answer = this.#ways.record(event, this.#said(event), since, untouched);
    this.#empty(section);
    const why = await answer;
    if (!why || !untouched()) return;
    put(section, typed);
    this.#line.value = line;
    this.#since = since;
    this.#preview(section);
    say(near, why);
    this.#refused = () => {
      if (!untouched()) return false;
      say(near, "");
      this.#empty(section);
      return true;
    };
  }

  /** Empty the fields of what was refused, if it stands in them as it was. */
  forget() {
    const done = this.#refused();
    this.#refused = () => false;
    return done;
  }

  /** Try once more as soon as it is known whose turn it is, if nothing was entered meanwhile. @param {HTMLElement} section @param {string} entry */
  async #whenKnown(section, entry) {
    const touches = this.#touches;
    await this.#ways.known();
    if (touches !== this.#touches) return;
    const typed = this.#line.value ? this.#game.parse(this.#line.value, this.#desk) : null;
    if (typed) this.#retype(section, typed.values);
    await this.#record(section, entry, true);
  }

  /** @param {HTMLElement} section */
  #empty(section) {
    clear(section);
    this.#line.value = "";
    this.#since = null;
    for (const each of this.#sections()) this.#prepare(each);
  }

  /** @param {string} entry @param {HTMLElement} section @returns {Event | string} */
  #event(entry, section) {
    return entry === CLOSED ? { type: CLOSED, data: {} } : this.#game.event(entry, values(section), this.#desk);
  }

  /** @param {Event} event */
  #said(event) {
    return event.type === CLOSED ? this.#words.closes : this.#game.say(event, this.#words);
  }

  /** What would be recorded, in words. @param {HTMLElement} section */
  #preview(section) {
    const place = section.querySelector("[data-preview]");
    const event = this.#event(section.dataset.entry?.split(" ")[0] ?? "", section);
    if (place) place.textContent = typeof event === "string" ? "" : this.#said(event);
  }
}
