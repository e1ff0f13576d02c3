// The log beside a replay: the event in hand marked and in sight there, and more of it when it is looked at.
// @ts-check

import { clocks } from "../clocks.js";
import { morph } from "../morph.js";
import { PATIENCE } from "../wishes.js";

const EDGE = 10;

export class Log {
  #place;
  #address;
  #last;
  #shown = 0;
  #turn = 0;
  #wanted = 0;

  /** @param {HTMLElement} place @param {(around: number) => string} address where it is @param {() => number} last how far the match goes */
  constructor(place, address, last) {
    this.#place = place;
    this.#address = address;
    this.#last = last;
  }

  /** The newest version that it shows. */
  get end() {
    return Number(this.#place.dataset.last);
  }

  /** Mark an event, and have it in sight there, without moving the page. @param {number} shown @param {boolean} sight */
  mark(shown, sight = true) {
    this.#shown = shown;
    const log = this.#place;
    for (const each of log.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    const row = document.getElementById(`event-${shown}`);
    if (!row) return;
    row.querySelector(".jump")?.setAttribute("aria-current", "step");
    const { offsetTop: top, offsetHeight: high } = row;
    if (!sight) return;
    if (top < log.scrollTop + 44 || top + high > log.scrollTop + log.clientHeight - 44) log.scrollTop = top - log.clientHeight / 3;
  }

  /** Have what is around a version. @param {number} around @param {"" | "there" | "still"} anyway look there, or stay where it is */
  async readOn(around, anyway = "") {
    const log = this.#place;
    const first = Number(log.dataset.first);
    const inside = around >= (first > 1 ? first + EDGE : 1) && around <= (this.end < this.#last() ? this.end - EDGE : this.#last());
    if (!anyway) this.#wanted = around;
    if (inside && !anyway) return;
    const turn = ++this.#turn;
    try {
      const answer = await fetch(this.#address(around), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) return;
      const found = await answer.json();
      // Another part is wanted by now.
      if (turn !== this.#turn || (!anyway && around !== this.#wanted)) return;
      const seen = log.scrollTop;
      morph(log, found.html);
      log.dataset.first = found.first;
      log.dataset.last = found.last;
      clocks(log);
      log.scrollTop = seen;
      this.mark(this.#shown, !anyway);
      const row = document.getElementById(`event-${around}`);
      if (anyway === "there" && row) log.scrollTop = row.offsetTop - log.clientHeight / 2;
    } catch {
      // The next step asks again.
    }
  }
}
