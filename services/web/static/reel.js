// The states of a match that a replay shows: brought from the server some at a time, kept while they may be wanted.
// @ts-check

/** @typedef {"then" | "now" | "difference"} View */
/** @typedef {{ version: number, recorded_at: string, why: string, html: string, proof: string }} Still */

/** So many states are asked for at once and wanted on either side; of large boards, such as a session's, fewer. */
const AT_ONCE = 50;
const FEWEST = 4;
const CHARACTERS = 1_500_000;
/** So many are kept, of any view, in so many requests' worth of characters. */
const MOST = 400;
const REQUESTS = 12;
/** A server that says nothing for so long does not go on. */
const SILENT = 20_000;

export class Reel {
  /** @type {Map<string, Still>} */
  #kept = new Map();
  /** @type {{ view: View, from: number, to: number, stop: AbortController } | null} */
  #busy = null;
  #characters = 0;
  #first;
  #address;
  #came;
  #failed;

  /**
   * @param {(from: number, to: number, view: View) => string} address where states are
   * @param {(view: View, still: Still) => void} came told of each that came
   * @param {(status: number) => void} failed told if not all come: with the status of the answer, 0 without one
   * @param {number} size characters of a state, as far as is known
   */
  constructor(address, came, failed, size) {
    this.#first = size;
    this.#address = address;
    this.#came = came;
    this.#failed = failed;
  }

  /** @param {View} view @param {number} version */
  find(view, version) {
    return this.#kept.get(`${view} ${version}`);
  }

  /** Forget what a correction made another: all but what was shown then. */
  forget() {
    for (const key of [...this.#kept.keys()]) if (!key.startsWith("then")) this.#drop(key);
    if (this.#busy && this.#busy.view !== "then") this.#stop();
  }

  /**
   * Have a state, and those around it.
   * @param {View} view @param {number} version @param {number} last @param {boolean} alone whether the others can wait
   */
  want(view, version, last, alone = false) {
    const busy = this.#busy;
    const many = this.#many();
    if (!this.find(view, version)) {
      if (busy && busy.view === view && busy.from <= version && version <= busy.to) return;
      this.#stop();
      void this.#bring(view, version, alone ? version : this.#until(view, version, Math.min(last, version + many - 1)));
    } else if (!busy && !alone) {
      const ahead = this.#until(view, version, Math.min(last, version + many), true) + 1;
      if (ahead <= last && ahead - version <= many / 2) void this.#bring(view, ahead, Math.min(last, ahead + many - 1));
      else {
        let behind = version;
        while (behind > Math.max(1, version - many) && this.find(view, behind - 1)) behind -= 1;
        if (behind > 1 && version - behind < many / 2) void this.#bring(view, Math.max(1, behind - many), behind - 1);
      }
    }
  }

  /** How many states are asked for at once. */
  #many() {
    const size = this.#kept.size ? this.#characters / this.#kept.size : this.#first;
    return Math.round(Math.max(FEWEST, Math.min(AT_ONCE, CHARACTERS / Math.max(1, size))));
  }

  /** The last version up to which all are missing, or all are there. @param {View} view @param {number} version @param {number} end @param {boolean} there */
  #until(view, version, end, there = false) {
    while (version < end && (this.find(view, version + 1) !== undefined) === there) version += 1;
    return version;
  }

  #stop() {
    this.#busy?.stop.abort();
    this.#busy = null;
  }

  /** @param {View} view @param {number} from @param {number} to */
  async #bring(view, from, to) {
    const busy = { view, from, to, stop: new AbortController() };
    this.#busy = busy;
    let status = 0;
    let late = false;
    let silence = 0;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => { late = true; busy.stop.abort(); }, SILENT);
    };
    try {
      heard();
      const answer = await fetch(this.#address(from, to, view), { signal: busy.stop.signal, cache: "no-store" });
      status = answer.status;
      if (!answer.ok || !answer.body) throw new Error(String(status));
      let text = "";
      let missing = to - from + 1;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        heard();
        const lines = (text + part.value).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) this.#keep(view, JSON.parse(line));
        missing -= lines.length;
      }
      if (missing) throw new Error("cut off");
      this.#done(busy);
    } catch {
      if (busy.stop.signal.aborted && !late) return;
      this.#done(busy);
      this.#failed(status);
    } finally {
      clearTimeout(silence);
    }
  }

  /** @param {object} busy */
  #done(busy) {
    if (this.#busy === busy) this.#busy = null;
  }

  /** @param {View} view @param {Still} still */
  #keep(view, still) {
    const key = `${view} ${still.version}`;
    this.#drop(key);
    this.#kept.set(key, still);
    this.#characters += still.html.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST && this.#characters <= REQUESTS * CHARACTERS) break;
      this.#drop(oldest);
    }
    this.#came(view, still);
  }

  /** @param {string} key */
  #drop(key) {
    this.#characters -= this.#kept.get(key)?.html.length ?? 0;
    this.#kept.delete(key);
  }
}
