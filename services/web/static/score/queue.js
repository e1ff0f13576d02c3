// Entries on their way: kept in this browser until the server has taken them, sent in order, one at a time, each once.
//
// An entry's id is its `Idempotency-Key` for every try, so an answer that was lost doubles nothing, and neither do two
// tabs. What is kept names the link by its public id: the link itself is in the page's address alone.
// @ts-check

import { uuid } from "../asking.js";
import { send } from "./wire.js";

/** @typedef {"waiting" | "refused" | "moved" | "held" | "sent"} State `moved`: somebody else reported first, and a person decides; `held`: it is being changed. */
/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} type
 * @property {Record<string, unknown>} data
 * @property {string} occurred_at
 * @property {number | null} base the version that it was made at; null: the one that the entry before it makes
 * @property {State} state
 * @property {boolean} tried whether it may have arrived
 * @property {string} said what it is, in the page's words
 * @property {string} detail why it was refused
 * @property {number} version what it was recorded as
 * @property {string} [undoes] the entry that it takes back, where that has no version yet
 */
/** @typedef {Omit<Entry, "state"> & { state: State | "idle" }} Became */
/** @typedef {{ at: number, entries: Entry[], sent: number[] }} Kept `sent`: what this browser has reported */

const WAITS = [1000, 2000, 4000, 8000, 15_000, 30_000];
/** How long a page waits for an answer before it lets the next entry be made. */
const SHORT = 3000;
const PREFIX = "scorepad.entries.";
const REMEMBERED = 100;
/** What changes what an earlier entry said. */
export const UNDOING = new Set(["match.withdrawn", "match.restored"]);
/** What goes no further until a person says how. */
export const STUCK = new Set(["refused", "moved", "held"]);

export class Queue {
  /** @type {Kept} */ #memory = parsed(null);
  /** Whether this browser keeps anything. */
  keeps = true;
  /** Whether the link is no good any more: what waits goes on by another. */
  ended = false;
  #prefix;
  #name;
  #url;
  #tell;
  #answered;
  #at = 0;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {Promise<unknown>} */ #mine = Promise.resolve();
  /** @type {Map<string, () => void>} */ #awaited = new Map();

  /**
   * @param {{ match: string, key: string, tell: () => void, answered: (entry: Became) => void }} how
   *   `tell` is called when anything changed, `answered` when the server has said what becomes of an entry
   */
  constructor({ match, key, tell, answered }) {
    this.#prefix = `${PREFIX}${match}.`;
    this.#name = `${this.#prefix}${key}`;
    this.#url = `/v1/matches/${match}/events`;
    this.#tell = tell;
    this.#answered = answered;
    addEventListener("storage", ({ key: changed }) => { if (changed === this.#name) this.#changed(); });
    for (const kind of ["online", "pageshow"]) addEventListener(kind, () => void this.pump());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) void this.pump(); });
    this.#tidy();
  }

  get entries() {
    return this.#read().entries;
  }

  /** The version that the last entry of this page made: what stands there is no surprise to it. */
  get at() {
    return Math.max(this.#at, this.#read().at);
  }

  /** The versions that this browser has reported, and not others by the same link. */
  get sent() {
    return new Set(this.#read().sent);
  }

  /**
   * @param {{ type: string, data: Record<string, unknown> }} event
   * @param {string} said
   * @param {number} base the version that was seen when it was begun
   * @param {string} occurred_at
   * @param {{ instead?: string, undoes?: string }} [how] `instead`: the entry whose place it takes
   */
  add({ type, data }, said, base, occurred_at, { instead, undoes } = {}) {
    /** @type {Entry} */
    const entry = { id: uuid(), type, data, occurred_at, base: null, state: "waiting", tried: false, said, detail: "", version: 0, ...(undoes && { undoes }) };
    this.#write((kept) => {
      const place = kept.entries.findIndex((each) => each.id === instead);
      const at = place < 0 ? kept.entries.length : place;
      if (kept.entries.slice(0, at).every((each) => each.state === "sent")) entry.base = Math.max(base, this.at);
      kept.entries.splice(at, place < 0 ? 0 : 1, entry);
      kept.entries = kept.entries.filter((each) => !instead || each.undoes !== instead);
    });
    void this.pump();
    return entry;
  }

  /** Keep an entry, and all that follow it, until it was changed. @param {string} id */
  hold(id) {
    this.#change(id, { state: "held", detail: "", tried: false });
  }

  /** What became of an entry, as soon as that is known; `waiting` if it is not soon. @param {string} id @returns {Promise<Entry | undefined>} */
  async settled(id) {
    const stuck = this.entries.findIndex((each) => STUCK.has(each.state));
    if (stuck < 0 || stuck > this.entries.findIndex((each) => each.id === id)) {
      await new Promise((resolve) => {
        this.#awaited.set(id, () => resolve(undefined));
        setTimeout(resolve, SHORT);
      });
      this.#awaited.delete(id);
    }
    return this.entries.find((each) => each.id === id);
  }

  /** Forget an entry that the server does not have. What followed it follows what was before it. @param {string} id */
  drop(id) {
    this.#write((kept) => {
      const at = kept.entries.findIndex((each) => each.id === id);
      if (at < 0) return;
      const { base } = kept.entries[at];
      kept.entries = kept.entries.filter((each) => each.id !== id && each.undoes !== id);
      const next = kept.entries[at];
      if (next) next.base ??= base;
    });
    void this.pump();
  }

  /** Send an entry again, now that what stands there was seen. @param {string} id @param {number} base */
  again(id, base) {
    this.#change(id, { state: "waiting", base, detail: "", tried: false });
    void this.pump();
  }

  /** Say a refusal in other words. @param {string} id @param {string} detail */
  explain(id, detail) {
    this.#change(id, { detail });
  }

  /** The list of what is recorded has come this far: entries in it are no more on their way. @param {number} version */
  listed(version) {
    if (this.entries.some((each) => each.state === "sent" && each.version <= version)) {
      this.#write((kept) => { kept.entries = kept.entries.filter((each) => each.state !== "sent" || each.version > version); });
    }
  }

  /** Entries that wait under other links to this match. @param {boolean} adopt take them over */
  strays(adopt) {
    /** @type {Entry[]} */
    const found = [];
    if (!this.keeps) return found;
    for (const name of Object.keys(localStorage).filter((each) => each.startsWith(this.#prefix) && each !== this.#name)) {
      found.push(...parsed(localStorage.getItem(name)).entries.filter((each) => each.state !== "sent"));
      if (adopt) localStorage.removeItem(name);
    }
    if (adopt) this.#write((kept) => kept.entries.push(...found.map((each) => ({ ...each, state: /** @type {State} */ ("waiting") }))));
    return found;
  }

  /** Send what waits. */
  async pump() {
    clearTimeout(this.#timer);
    const wait = await this.#alone(() => this.#drain());
    clearTimeout(this.#timer);
    if (wait !== null) this.#timer = setTimeout(() => void this.pump(), wait);
  }

  /** @returns {Promise<number | null>} after how long to try again; null: not by itself */
  async #drain() {
    for (;;) {
      const kept = this.#read();
      const entry = kept.entries.find((each) => each.state !== "sent");
      if (!entry || entry.state !== "waiting") return null;
      const base = entry.base ?? this.at;
      this.#change(entry.id, { base, tried: true });
      const answer = await send(this.#url, { ...entry, base });
      this.ended = "ended" in answer;
      if ("later" in answer || "ended" in answer) {
        this.#settle(entry.id);
        this.#tell();
        return "later" in answer ? this.#later(answer.later) : null;
      }
      this.#failures = 0;
      if (answer.state === "idle") this.#write((now) => { now.entries = now.entries.filter((each) => each.id !== entry.id); });
      else this.#became(entry, answer);
      this.#answered({ ...entry, base, ...answer });
      this.#settle(entry.id);
    }
  }

  /** @param {Entry} entry @param {{ state: State, version?: number, detail?: string }} answer */
  #became({ id, type }, answer) {
    const { version } = answer;
    if (version) this.#at = version;
    this.#write((kept) => {
      for (const each of kept.entries) {
        if (each.id === id) Object.assign(each, answer);
        if (version && each.undoes === id) each.data.of = version;
      }
      if (!version) return;
      kept.at = version;
      if (!UNDOING.has(type)) kept.sent = [...kept.sent, version].slice(-REMEMBERED);
    });
  }

  /** @param {number} seconds at least */
  #later(seconds) {
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)] * (0.75 + Math.random() / 2);
    this.#failures += 1;
    return Math.max(wait, seconds * 1000);
  }

  /** One tab at a time, where the browser can say so. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  #alone(what) {
    if (navigator.locks) return navigator.locks.request(this.#name, what);
    const after = this.#mine.then(what);
    this.#mine = after.catch(() => undefined);
    return after;
  }

  /** @param {string} id @param {Partial<Entry>} change */
  #change(id, change) {
    this.#write((kept) => {
      const entry = kept.entries.find((each) => each.id === id);
      if (entry) Object.assign(entry, change);
    });
  }

  /** @param {string} id */
  #settle(id) {
    this.#awaited.get(id)?.();
  }

  /** Another tab changed something. */
  #changed() {
    const kept = new Map(this.entries.map((each) => [each.id, each]));
    for (const id of this.#awaited.keys()) if (kept.get(id)?.state !== "waiting") this.#settle(id);
    this.#tell();
  }

  /** Forget what was reported to other matches, where nothing waits. */
  #tidy() {
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(PREFIX) && !name.startsWith(this.#prefix) && !parsed(localStorage.getItem(name)).entries.length) localStorage.removeItem(name);
      }
    } catch {
      this.keeps = false;
    }
  }

  /** @returns {Kept} */
  #read() {
    if (!this.keeps) return this.#memory;
    try {
      return parsed(localStorage.getItem(this.#name));
    } catch {
      this.keeps = false;
      return this.#memory;
    }
  }

  /** @param {(kept: Kept) => void} change */
  #write(change) {
    const kept = this.#read();
    change(kept);
    this.#memory = kept;
    try {
      if (this.keeps && (kept.entries.length || kept.sent.length)) localStorage.setItem(this.#name, JSON.stringify(kept));
      else if (this.keeps) localStorage.removeItem(this.#name);
    } catch {
      this.keeps = false;
    }
    this.#tell();
  }
}

/** @param {string | null} text @returns {Kept} */
function parsed(text) {
  return { at: 0, entries: [], sent: [], ...(text ? JSON.parse(text) : {}) };
}
