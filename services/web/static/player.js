// Plays a replay by itself, at some speed, until its end or until somebody stops it.
// @ts-check

const STEP = 1000;

/** @typedef {{ step: () => void, ended: () => boolean, again: () => void }} Film */

export class Player {
  #timer = 0;
  #button;
  #speed;
  #film;

  /** @param {HTMLButtonElement} button @param {HTMLSelectElement} speed @param {Film} film */
  constructor(button, speed, film) {
    this.#button = button;
    this.#speed = speed;
    this.#film = film;
    button.addEventListener("click", () => this.turn());
    button.hidden = speed.hidden = false;
    this.#tell();
  }

  /** Play, or stop. */
  turn() {
    if (this.#timer) {
      this.stop();
      return;
    }
    if (this.#film.ended()) this.#film.again();
    this.#wait();
    this.#tell();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#tell();
  }

  /** @param {number} by how many speeds */
  faster(by) {
    this.speed(this.#speed.selectedIndex + by);
  }

  /** @param {number} index the speed */
  speed(index) {
    this.#speed.selectedIndex = Math.max(0, Math.min(this.#speed.options.length - 1, index));
  }

  #wait() {
    this.#timer = setTimeout(() => {
      this.#film.step();
      if (this.#film.ended()) this.stop();
      else this.#wait();
    }, STEP / Number(this.#speed.value));
  }

  #tell() {
    const on = this.#timer !== 0;
    const words = (on ? this.#button.dataset.pause : this.#button.dataset.play) ?? "";
    this.#button.classList.toggle("playing", on);
    this.#button.setAttribute("aria-label", words);
    this.#button.title = words;
  }
}
