// A form of an act from when it is begun until it was taken: what it says, what was looked at, and what is wrong with it.
// @ts-check

import { uuid } from "../asking.js";
import { morph } from "../morph.js";
import { Unfit, arrange, eventOf, fieldAt } from "./filling.js";

/** @typedef {import("./filling.js").Words} Words */
/** @typedef {import("../asking.js").Answer} Answer */

export class Form {
  /** How often something in it was changed; a form that was never is as the server drew it. */
  changes = 0;
  /** What was looked at: the report as it was, and the version that it was for. @type {{ text: string, version: number } | null} */
  seen = null;
  /** Whether it is being sent. */
  sending = false;
  /** The last report that was sent, with its key, so that sending it again is the same. @type {{ text: string, key: string } | null} */
  #sent = null;

  /** @param {string} address its query @param {string} html @param {number} told the version up to which its director knows the match */
  constructor(address, html, told) {
    this.address = address;
    this.told = told;
    this.section = document.createElement("section");
    morph(this.section, html);
    this.arrange();
  }

  /** The choice of what happened, in a form that leaves it open. */
  get types() {
    return /** @type {HTMLSelectElement | null} */ (this.section.querySelector("[data-types]"));
  }

  get #reason() {
    return /** @type {HTMLInputElement | null} */ (this.section.querySelector("[data-reason]"));
  }

  /** Why a fact is mended, as far as it was typed. */
  get reason() {
    return this.#reason?.value ?? "";
  }

  /** Give it the reason of another form, unless it has one. @param {string} typed */
  begin(typed) {
    if (this.#reason && !this.#reason.value) this.#reason.value = typed;
  }

  /** Have the choice say again what the fields below it are for. */
  reset() {
    const fill = /** @type {HTMLElement} */ (this.section.querySelector(".fill"));
    if (this.types) this.types.value = fill.dataset.type ?? "";
  }

  /** Show only what belongs to what was chosen. */
  arrange() {
    arrange(this.section);
  }

  /** Something in it was changed. */
  touched() {
    this.changes += 1;
    this.stale();
  }

  /** What was looked at is not what stands there any more. */
  stale() {
    this.seen = null;
    this.ready(false);
    this.fault("");
  }

  /** Whether it may be sent now. @param {boolean} may */
  ready(may) {
    this.button("send").hidden = !may;
    this.button("preview").classList.toggle("main", !may);
  }

  /** @param {"send" | "preview"} which */
  button(which) {
    return /** @type {HTMLButtonElement} */ (this.section.querySelector(`[data-${which}]`));
  }

  /** The report as text; what is wrong with it is said beside its field. @param {Words} words @returns {string | null} */
  text(words) {
    try {
      return JSON.stringify(eventOf(this.section, words));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.fault(error.message, [error.field]);
      return null;
    }
  }

  /** The key of a report: of the same at the same version the same. @param {{ text: string, version: number }} seen */
  key({ text, version }) {
    if (this.#sent?.text !== text + version) this.#sent = { text: text + version, key: uuid() };
    return this.#sent.key;
  }

  /** Whether an answer is waited for. */
  get busy() {
    return this.section.hasAttribute("aria-busy");
  }

  /** Wait for an answer, while further clicks do nothing. @param {Promise<Answer>} asked */
  async waiting(asked) {
    this.section.setAttribute("aria-busy", "true");
    try {
      return await asked;
    } finally {
      this.section.removeAttribute("aria-busy");
    }
  }

  /** Show what it would change, or nothing. @param {string} html */
  preview(html) {
    morph(/** @type {HTMLElement} */ (this.section.querySelector(".preview")), html);
  }

  /** The choice to have it taken all the same, where that is offered. */
  get force() {
    return /** @type {HTMLElement | null} */ (this.section.querySelector("[data-force]"));
  }

  /** Say that it is refused, beside the fields that it is for. @param {string} said @param {{ pointer: string }[]} flaws */
  refused(said, flaws) {
    this.preview("");
    this.fault(said, flaws.map(({ pointer }) => fieldAt(this.section, pointer)).filter((field) => field !== null));
  }

  /** @param {string} said @param {HTMLElement[]} [fields] */
  fault(said, fields = []) {
    const fault = /** @type {HTMLElement} */ (this.section.querySelector(".fault"));
    fault.textContent = said;
    fault.hidden = !said;
    fault.id = "fault";
    for (const each of this.section.querySelectorAll("[aria-invalid]")) {
      each.removeAttribute("aria-invalid");
      each.removeAttribute("aria-describedby");
    }
    for (const each of fields) {
      const more = each.closest("details");
      if (more) more.open = true;
      each.setAttribute("aria-invalid", "true");
      each.setAttribute("aria-describedby", "fault");
    }
    fields[0]?.focus();
  }
}
