// The sheet on which a director fills in an act: first what it would change, then it is sent, at the version that was looked at.
// @ts-check

import { ask, uuid } from "../asking.js";
import { morph } from "../morph.js";
import { Unfit, arrange, eventOf, fieldAt } from "./filling.js";

/** @typedef {{ match: string, language: string, words: DOMStringMap, taken: (version: number) => void, meanwhile: () => void }} Desk */

const WIDE = matchMedia("(min-width: 64rem)");

export class Sheet {
  #dialog;
  #desk;
  /** What was begun and not sent, by its address: nothing typed is lost. @type {Map<string, HTMLElement>} */
  #forms = new Map();
  /** @type {HTMLElement | null} */ #opener = null;
  /** What was looked at: the report as it was, and the version that it was for. @type {{ text: string, version: number } | null} */
  #seen = null;
  /** The last report that was sent, with its key, so that sending it again is the same. @type {{ text: string, key: string } | null} */
  #sent = null;

  /** @param {HTMLDialogElement} dialog @param {Desk} desk */
  constructor(dialog, desk) {
    this.#dialog = dialog;
    this.#desk = desk;
    dialog.addEventListener("click", (event) => void this.#click(/** @type {HTMLElement} */ (event.target)));
    dialog.addEventListener("change", (event) => void this.#change(/** @type {HTMLElement} */ (event.target)));
    dialog.addEventListener("input", () => this.#stale());
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.close(); });
    dialog.addEventListener("keydown", (event) => void this.#key(event));
  }

  /** Open the form of an act. @param {string} address its query @param {HTMLElement} opener where the focus goes back to */
  async open(address, opener) {
    this.#opener = opener;
    const kept = this.#forms.get(address);
    const form = kept ?? await this.#fetched(address);
    if (!form) return;
    this.#forms.set(address, form);
    this.#dialog.replaceChildren(form);
    this.#stale();
    if (!this.#dialog.open) {
      if (WIDE.matches) this.#dialog.show();
      else this.#dialog.showModal();
    }
    const heading = /** @type {HTMLElement} */ (form.querySelector("h2"));
    heading.id = "sheet-title";
    this.#dialog.scrollIntoView({ block: "nearest" });
    heading.focus();
  }

  close() {
    this.#dialog.close();
    if (this.#opener?.isConnected) this.#opener.focus();
  }

  /** @param {string} address @returns {Promise<HTMLElement | null>} */
  async #fetched(address) {
    const { match, language } = this.#desk;
    const { ok, said } = await ask(`/direct/${match}/form?${address}&lang=${language}`);
    if (!ok) return null;
    const form = document.createElement("section");
    form.dataset.address = address;
    morph(form, said.html);
    arrange(form);
    return form;
  }

  get #form() {
    return /** @type {HTMLElement} */ (this.#dialog.firstElementChild);
  }

  /** @param {HTMLElement} target */
  async #click(target) {
    if (target.closest("[data-cancel]")) this.close();
    else if (target.closest("[data-preview]")) await this.#look();
    else if (target.closest("[data-send]")) await this.#send();
  }

  /** @param {HTMLElement} target */
  async #change(target) {
    if (target.matches("[data-types]")) {
      const address = new URLSearchParams(this.#form.dataset.address);
      address.set("type", /** @type {HTMLSelectElement} */ (target).value);
      const reason = /** @type {HTMLInputElement | null} */ (this.#form.querySelector("[data-reason]"))?.value ?? "";
      await this.open(String(address), this.#opener ?? target);
      const kept = /** @type {HTMLInputElement | null} */ (this.#form.querySelector("[data-reason]"));
      if (kept && !kept.value) kept.value = reason;
      /** @type {HTMLElement | null} */ (this.#form.querySelector("[data-types]"))?.focus();
    } else if (target.matches("[data-force]")) await this.#look();
    else arrange(this.#form);
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !this.#dialog.matches(":modal")) this.close();
    if (event.key !== "Enter" || !target.matches("input:not([type=checkbox])")) return;
    event.preventDefault();
    await this.#look();
  }

  /** What was looked at is not what stands there any more. */
  #stale() {
    this.#seen = null;
    this.#ready(false);
    this.#fault("");
  }

  /** Whether it may be sent now. @param {boolean} may */
  #ready(may) {
    this.#button("send").hidden = !may;
    this.#button("preview").classList.toggle("main", !may);
  }

  /** @param {"send" | "preview"} which */
  #button(which) {
    return /** @type {HTMLButtonElement} */ (this.#form.querySelector(`[data-${which}]`));
  }

  /** The report as text; what is wrong with it is said beside its field. @returns {string | null} */
  #text() {
    const { missing = "", unreadable = "", whole = "" } = this.#desk.words;
    try {
      return JSON.stringify(eventOf(this.#form, { missing, unreadable, whole }));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.#fault(error.message, [error.field]);
      return null;
    }
  }

  /** Show what it would change. @param {number} [since] a version after which news is told too */
  async #look(since) {
    const text = this.#text();
    if (text === null) return;
    const { match, language } = this.#desk;
    const news = since === undefined ? "" : `&since=${since}`;
    const { ok, status, said } = await ask(`/direct/${match}/preview?lang=${language}${news}`, { method: "POST", body: text });
    const form = this.#form;
    if (!ok) {
      this.#refused(status, said);
      return;
    }
    this.#fault("");
    morph(/** @type {HTMLElement} */ (form.querySelector(".preview")), said.html);
    this.#seen = said.taken ? { text, version: said.version } : null;
    this.#ready(said.taken);
    if (said.taken) this.#button("send").focus();
    else /** @type {HTMLElement | null} */ (form.querySelector("[data-force]"))?.focus();
  }

  async #send() {
    const seen = this.#seen;
    if (!seen || this.#text() !== seen.text) {
      await this.#look();
      return;
    }
    if (this.#sent?.text !== seen.text + seen.version) this.#sent = { text: seen.text + seen.version, key: uuid() };
    const { match, words, taken, meanwhile } = this.#desk;
    const headers = { "If-Match": `"${seen.version}"`, "Idempotency-Key": this.#sent.key };
    this.#button("send").disabled = true;
    const { ok, status, said } = await ask(`/v1/matches/${match}/events`, { method: "POST", body: seen.text, headers });
    this.#button("send").disabled = false;
    if (ok) {
      this.#forms.delete(this.#form.dataset.address ?? "");
      this.close();
      taken(said.version);
    } else if (status === 412) {
      meanwhile();
      await this.#look(seen.version);
      this.#fault((words.conflict ?? "").replace("{version}", said.version));
      // Not on the button that sends: a second press of Enter was meant for the first.
      this.#button("preview").focus();
    } else this.#refused(status, said);
  }

  /** @param {number} status @param {{ detail?: string, errors?: { pointer: string, detail: string }[] }} said */
  #refused(status, said) {
    const flaws = said.errors ?? [];
    const fields = flaws.map(({ pointer }) => fieldAt(this.#form, pointer)).filter((field) => field !== null);
    this.#fault(status === 0 ? (this.#desk.words.away ?? "") : (said.detail ?? String(status)), fields);
  }

  /** @param {string} said @param {HTMLElement[]} [fields] */
  #fault(said, fields = []) {
    const form = this.#form;
    const fault = /** @type {HTMLElement} */ (form.querySelector(".fault"));
    fault.textContent = said;
    fault.hidden = !said;
    fault.id = "fault";
    for (const each of form.querySelectorAll("[aria-invalid]")) {
      each.removeAttribute("aria-invalid");
      each.removeAttribute("aria-describedby");
    }
    for (const each of fields) {
      each.setAttribute("aria-invalid", "true");
      each.setAttribute("aria-describedby", "fault");
    }
    fields[0]?.focus();
  }
}
