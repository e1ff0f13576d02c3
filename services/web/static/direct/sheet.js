// The sheet on which a director fills in an act: first what it would change, then it is sent, at the version that was looked at.
// @ts-check

import { SHUT, ask, why } from "../asking.js";
import { Form } from "./form.js";

/** @typedef {import("../asking.js").Answer} Answer */
/**
 * @typedef {{ match: string, language: string, words: DOMStringMap, taken: (version: number) => void, meanwhile: () => void,
 *   back: (places: (HTMLElement | null)[]) => void }} Desk `back`: puts the focus on the first of some places that is still there
 */

const WIDE = matchMedia("(min-width: 64rem)");
const MOVED = 412;
export class Sheet {
  #dialog;
  #desk;
  #words;
  /** What was begun and not sent, by its address: nothing typed is lost. @type {Map<string, Form>} */
  #forms = new Map();
  /** What is shown; nothing where it could not be had. @type {Form | null} */ #form = null;
  /** What is being opened, by its address. */ #opening = "";
  /** @type {HTMLElement | null} */ #opener = null;
  /** The row of the fact that it is of. @type {HTMLElement | null} */ #row = null;

  /** @param {HTMLDialogElement} dialog @param {Desk} desk */
  constructor(dialog, desk) {
    this.#dialog = dialog;
    this.#desk = desk;
    const { missing = "", unreadable = "", whole = "" } = desk.words;
    this.#words = { missing, unreadable, whole };
    dialog.addEventListener("click", (event) => void this.#click(/** @type {HTMLElement} */ (event.target)));
    dialog.addEventListener("change", (event) => void this.#change(/** @type {HTMLElement} */ (event.target)));
    dialog.addEventListener("input", (event) => {
      if (!(/** @type {HTMLElement} */ (event.target).matches("[data-types]"))) this.#form?.touched();
    });
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); this.close(); });
    // A browser closes a dialog at the second Escape, whatever a page says to the first.
    dialog.addEventListener("close", () => { if (this.#form?.sending) this.#show(this.#form); });
    dialog.addEventListener("keydown", (event) => void this.#key(event));
  }

  /** Open the form of an act, unless one is being sent. @param {string} address its query @param {HTMLElement} opener where the focus goes back to */
  async open(address, opener) {
    if (this.#form?.sending || this.#opening === address) return;
    const called = opener.textContent ?? "";
    const row = opener.closest("tr");
    const had = await this.#had(address);
    if (had === null) return;
    this.#opener = opener;
    this.#row = row;
    if (had instanceof Form) this.#show(had);
    else this.#unopened(address, called, had);
  }

  /** Close it, unless it is being sent: what becomes of that is said on it. */
  close() {
    if (this.#form?.sending) return;
    this.#opening = "";
    this.#dialog.close();
    this.#desk.back([this.#opener, this.#row]);
  }

  /** The form that was begun, or a new one; why there is none; or nothing, where another was asked for meanwhile. @param {string} address @returns {Promise<Form | string | null>} */
  async #had(address) {
    const begun = this.#forms.get(address);
    if (begun?.changes) {
      this.#opening = "";
      return begun;
    }
    this.#opening = address;
    const { match, language, meanwhile } = this.#desk;
    const answer = await ask(`/direct/${match}/form?${address}&lang=${language}`);
    if (this.#opening !== address || this.#form?.sending) return null;
    this.#opening = "";
    if (!answer.ok) {
      if (SHUT.has(answer.status)) meanwhile();
      return this.#why(answer);
    }
    const form = new Form(address, answer.said.html, answer.said.version);
    this.#forms.set(address, form);
    return form;
  }

  /** @param {Form} form */
  #show(form) {
    this.#form = form;
    if (!form.sending) form.stale();
    this.#present(form.section);
  }

  /** Say that a form could not be had. @param {string} address @param {string} called @param {string} said */
  #unopened(address, called, said) {
    const told = /** @type {HTMLTemplateElement} */ (document.getElementById("unopened")).content.cloneNode(true);
    const section = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (told).firstElementChild);
    section.dataset.address = address;
    /** @type {HTMLElement} */ (section.querySelector("h2")).textContent = called;
    /** @type {HTMLElement} */ (section.querySelector(".fault")).textContent = said;
    this.#form = null;
    this.#present(section);
  }

  /** @param {HTMLElement} section */
  #present(section) {
    this.#dialog.replaceChildren(section);
    if (!this.#dialog.open) {
      if (WIDE.matches) this.#dialog.show();
      else this.#dialog.showModal();
    }
    const heading = /** @type {HTMLElement} */ (section.querySelector("h2"));
    heading.id = "sheet-title";
    this.#dialog.scrollIntoView({ block: "nearest" });
    heading.focus();
  }

  /** @param {HTMLElement} target */
  async #click(target) {
    if (target.closest("[data-cancel]")) this.close();
    else if (target.closest("[data-again]")) await this.#again();
    else if (this.#form && target.closest("[data-preview]")) await this.#look(this.#form);
    else if (this.#form && target.closest("[data-send]")) await this.#send(this.#form);
  }

  /** Ask once more for the form that could not be had. */
  async #again() {
    const section = /** @type {HTMLElement} */ (this.#dialog.firstElementChild);
    const had = await this.#had(section.dataset.address ?? "");
    if (had instanceof Form) this.#show(had);
    else if (had !== null) /** @type {HTMLElement} */ (section.querySelector(".fault")).textContent = had;
  }

  /** @param {HTMLElement} target */
  async #change(target) {
    const form = this.#form;
    if (target.matches("[data-types]")) await this.#turn(/** @type {Form} */ (form), /** @type {HTMLSelectElement} */ (target).value);
    else if (target.matches("[data-force]")) await this.#look(/** @type {Form} */ (form));
    else form?.arrange();
  }

  /** Go on with another type of fact. @param {Form} form @param {string} type */
  async #turn(form, type) {
    form.reset();
    if (form.busy) return;
    const address = new URLSearchParams(form.address);
    address.set("type", type);
    const had = await this.#had(String(address));
    if (typeof had === "string") form.fault(had);
    if (!(had instanceof Form) || this.#form !== form) return;
    had.begin(form.reason);
    had.reset();
    this.#show(had);
    had.types?.focus();
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && !this.#dialog.matches(":modal")) this.close();
    if (event.key !== "Enter") return;
    // A key that is held down would look at it and send it in one.
    if (event.repeat) event.preventDefault();
    if (!this.#form || event.repeat || !target.matches("input:not([type=checkbox])")) return;
    event.preventDefault();
    await this.#look(this.#form);
  }

  /** @param {Answer} answer @returns {string} */
  #why(answer) {
    return why(answer, this.#desk.words) ?? answer.said.detail ?? String(answer.status);
  }

  /** Show what it would change, and what came since its director knew the match. @param {Form} form @returns {Promise<string>} why it is refused */
  async #look(form) {
    const text = form.busy ? null : form.text(this.#words);
    if (text === null) return "";
    const { match, language, meanwhile } = this.#desk;
    const { changes } = form;
    const path = `/direct/${match}/preview?lang=${language}&since=${form.told}`;
    const answer = await form.waiting(ask(path, { method: "POST", body: text }));
    const { ok, status, said } = answer;
    if (!ok) {
      if (SHUT.has(status)) meanwhile();
      form.seen = null;
      form.ready(false);
      form.refused(this.#why(answer), said.errors ?? []);
      return this.#why(answer);
    }
    form.fault("");
    form.preview(said.html);
    form.told = said.version;
    const same = form.changes === changes;
    form.seen = same && said.taken ? { text, version: said.version } : null;
    form.ready(form.seen !== null);
    // Not on the button that sends where there is news: a second press of Enter was meant for the first.
    if (same) (said.news ? form.button("preview") : said.taken ? form.button("send") : form.force)?.focus();
    return "";
  }

  /** @param {Form} form */
  async #send(form) {
    const { seen } = form;
    if (form.busy) return;
    if (!seen || form.text(this.#words) !== seen.text) {
      await this.#look(form);
      return;
    }
    const { match, taken } = this.#desk;
    const headers = { "If-Match": `"${seen.version}"`, "Idempotency-Key": form.key(seen) };
    form.sending = true;
    const answer = await form.waiting(ask(`/v1/matches/${match}/events`, { method: "POST", body: seen.text, headers }));
    form.sending = false;
    if (answer.ok) {
      this.#forms.delete(form.address);
      this.close();
      taken(answer.said.version);
    } else await this.#unsent(form, answer);
  }

  /** Say why it was not taken. What the rules say is asked for as a preview, which says it in the page's words. @param {Form} form @param {Answer} answer */
  async #unsent(form, answer) {
    const { words, meanwhile } = this.#desk;
    const { status, said } = answer;
    if (status === MOVED || SHUT.has(status)) meanwhile();
    if (status === MOVED) {
      const refused = await this.#look(form);
      form.fault(`${(words.conflict ?? "").replace("{version}", said.version)} ${refused}`.trim());
      form.button("preview").focus();
    } else if (status === 0) form.fault(words.away ?? "");
    else if (why(answer, words)) form.fault(this.#why(answer));
    else if (!(await this.#look(form))) form.fault(this.#why(answer));
  }
}
