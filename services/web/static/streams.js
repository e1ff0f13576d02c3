// One stream for whatever is looked at, in however many places: used by a page, or by the worker that all tabs share.
// @ts-check

import { PATIENCE, name } from "./wishes.js";

/** @typedef {import("./wishes.js").Wish} Wish */
/** @typedef {import("./wishes.js").Drawn} Drawn */
/** @typedef {import("./wishes.js").News} News */
/** @typedef {import("./wishes.js").State} State */

const MOST = 50;
const WAITS = [500, 1000, 2000, 4000, 8000];
/** A stream that is silent for two beats and a half is not there any more. */
const SILENT = 38_000;

/** The streams of one link, or of none: one for every fifty matches. */
class Line {
  /** @type {EventSource | null} */ #source = null;
  /** @type {Wish[]} */ #wishes;
  #link;
  #tell;
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #later;
  /** @type {ReturnType<typeof setInterval>} */ #watch;
  /** @type {State} */ #state = "opening";
  #heard = Date.now();
  #opened = 0;
  #closed = false;
  /** What this stream brought last, and none before it. @type {Map<string, Drawn>} */ #last = new Map();

  /** @param {Wish[]} wishes @param {(news: News) => void} tell */
  constructor(wishes, tell) {
    this.#wishes = wishes;
    this.#link = wishes[0].link;
    this.#tell = tell;
    this.#watch = setInterval(() => this.#look(), 1000);
    this.#open();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#later);
    clearInterval(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  /** Say again what was said last of a wish. @param {Wish} wish */
  repeat(wish) {
    const drawn = this.#last.get(name(wish));
    if (drawn) this.#tell({ kind: "drawn", wish, drawn });
  }

  #open() {
    this.#opened = Date.now();
    const asked = new URLSearchParams(this.#wishes.flatMap(({ match, drawn }) => [["match", match], ["drawn", drawn]]));
    if (this.#link) asked.append("link", this.#link);
    const source = new EventSource(`/v1/live?${asked}`);
    this.#source = source;
    source.addEventListener("drawn", (event) => {
      /** @type {Drawn} */
      const drawn = JSON.parse(event.data);
      this.#hear(this.#state === "polling" ? "polling" : "live");
      const wish = this.#wishes.find((each) => each.match === drawn.match && each.drawn === drawn.drawn);
      if (!wish) return;
      this.#last.set(name(wish), drawn);
      this.#tell({ kind: "drawn", wish, drawn });
    });
    source.addEventListener("beat", (event) => this.#hear(JSON.parse(event.data).live ? "live" : "polling"));
    source.addEventListener("bye", () => this.#again());
    source.addEventListener("error", () => this.#again());
  }

  #again() {
    this.#source?.close();
    this.#source = null;
    this.#last.clear();
    this.#say("stale");
    clearTimeout(this.#later);
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)];
    this.#failures += 1;
    this.#later = setTimeout(() => void this.#return(), wait * (0.5 + Math.random()));
  }

  /** Before a stream is opened again: what is not shown any more is left out, or it would be refused whole. */
  async #return() {
    const query = this.#link ? `?link=${encodeURIComponent(this.#link)}` : "";
    /** @type {Wish[]} */
    const gone = [];
    for (const wish of this.#wishes) {
      try {
        const answer = await fetch(`/v1/matches/${wish.match}${query}`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
        if (answer.status === 404 || answer.status === 401 || answer.status === 403) gone.push(wish);
      } catch {
        // The server is away, for the other wishes too.
        break;
      }
    }
    if (this.#closed) return;
    this.#wishes = this.#wishes.filter((wish) => !gone.includes(wish));
    if (this.#wishes.length) this.#open();
    else this.close();
    if (gone.length) this.#tell({ kind: "gone", wishes: gone });
  }

  #look() {
    if (Date.now() - Math.max(this.#heard, this.#opened) > SILENT && this.#source) this.#again();
    else this.#say(this.#state);
  }

  /** @param {State} state */
  #hear(state) {
    this.#failures = 0;
    this.#heard = Date.now();
    this.#say(state);
  }

  /** @param {State} state */
  #say(state) {
    this.#state = state;
    this.#tell({ kind: "state", link: this.#link, state, heard: this.#heard });
  }
}

export class Streams {
  /** @type {Map<string, Line[]>} */ #lines = new Map();
  /** What is open, by link and in order. @type {Map<string, string[]>} */ #open = new Map();
  #tell;

  /** @param {(news: News) => void} tell */
  constructor(tell) {
    this.#tell = (/** @type {News} */ news) => {
      // Its line follows it no more: should it be wished again, that is another line.
      if (news.kind === "gone") for (const wish of news.wishes) this.#open.set(wish.link, (this.#open.get(wish.link) ?? []).filter((each) => each !== name(wish)));
      tell(news);
    };
  }

  /** Say again what streams that are there said last of these, to who asks only now. @param {Wish[]} wishes */
  repeat(wishes) {
    for (const wish of wishes) for (const line of this.#lines.get(wish.link) ?? []) line.repeat(wish);
  }

  /** Look at these and at nothing else. @param {Wish[]} wishes */
  show(wishes) {
    const byLink = grouped([...new Map(wishes.map((wish) => [name(wish), wish])).values()]);
    for (const link of new Set([...this.#lines.keys(), ...byLink.keys()])) {
      const wanted = (byLink.get(link) ?? []).sort((a, b) => (name(a) < name(b) ? -1 : 1));
      const all = wanted.map(name);
      if (all.join("\n") === this.#open.get(link)?.join("\n")) continue;
      for (const line of this.#lines.get(link) ?? []) line.close();
      this.#open.set(link, all);
      this.#lines.set(link, parts(wanted).map((some) => new Line(some, this.#tell)));
    }
  }
}

/** @param {Wish[]} wishes @returns {Map<string, Wish[]>} */
function grouped(wishes) {
  /** @type {Map<string, Wish[]>} */
  const found = new Map();
  for (const wish of wishes) found.set(wish.link, [...(found.get(wish.link) ?? []), wish]);
  return found;
}

/** @param {Wish[]} wishes @returns {Wish[][]} */
function parts(wishes) {
  return Array.from({ length: Math.ceil(wishes.length / MOST) }, (_, at) => wishes.slice(at * MOST, (at + 1) * MOST));
}
