// A match that goes on while it is replayed: one question at a time how far it goes, until the answer is as far as was heard.
// @ts-check

import { later } from "./later.js";

const EVERY = 1000;
/** So many answers may fall short: what lies beyond is then not for this reader. */
const SHORT = 4;

export class Growth {
  #heard = 0;
  #timer = 0;
  #tries = 0;
  #asking = false;
  #last;
  #ask;

  /** @param {() => number} last how far it goes, as far as is known @param {() => Promise<boolean>} ask whether there was an answer */
  constructor(last, ask) {
    this.#last = last;
    this.#ask = ask;
  }

  /** Somebody says that it goes so far. @param {number} version */
  heard(version) {
    if (version <= this.#heard) return;
    this.#heard = version;
    const waits = this.#timer !== 0 && this.#tries === 0;
    this.#tries = 0;
    if (!waits) this.#due();
  }

  #due() {
    if (this.#asking || this.#heard <= this.#last()) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#grow(), later(EVERY, this.#tries));
  }

  async #grow() {
    this.#timer = 0;
    this.#tries += 1;
    this.#asking = true;
    try {
      if ((await this.#ask()) && this.#tries > SHORT) this.#heard = this.#last();
    } catch {
      // It is asked again.
    } finally {
      this.#asking = false;
      this.#due();
    }
  }
}
