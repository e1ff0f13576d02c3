// Sharing a match: copying its address; and with a director's key, which this tab alone knows, making links and revoking them.
// @ts-check

import { ask, hold, why } from "./asking.js";
import { morph } from "./morph.js";

/** @typedef {{ id: string, role: string, created_at: string, expires_at: string | null, revoked_at: string | null }} Link */

const DAY = 86_400_000;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const by = (id) => /** @type {T} */ (document.getElementById(id));

const words = by("links").dataset;
const { of: match = "", language = "en" } = words;
const links = `/v1/matches/${match}/links`;

/** Whether an answer is waited for: a second click does nothing. */
let busy = false;

/** @param {() => Promise<void>} act */
async function once(act) {
  if (busy) return;
  busy = true;
  try {
    await act();
  } finally {
    busy = false;
  }
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const { copy, make, revoke } = /** @type {HTMLElement | null} */ (target.closest("[data-copy], [data-make], [data-revoke]:not(section)"))?.dataset ?? {};
  if (copy) void copied(copy);
  else if (make) void once(() => made(make));
  else if (revoke) void once(() => revoked(revoke));
});

by("use").addEventListener("click", () => void once(use));
by("key").addEventListener("keydown", (event) => { if (event.key === "Enter") void once(use); });

/** @param {string} address */
async function copied(address) {
  try {
    await navigator.clipboard.writeText(address);
    by("copied").textContent = words.copied ?? "";
  } catch {
    // Without https a browser lets no page copy: the address is marked, to be copied by hand.
    const code = [...document.querySelectorAll(".address code")].find((each) => each.textContent === address);
    if (code) getSelection()?.selectAllChildren(code);
  }
}

/** Hold the key that was typed; its field is emptied. */
async function use() {
  const field = /** @type {HTMLInputElement} */ (by("key"));
  hold(field.value);
  field.value = "";
  if (!(await listed())) return;
  by("holding").hidden = true;
  by("making").hidden = false;
  by("ends").focus();
}

/** @param {string} role */
async function made(role) {
  const days = Number(/** @type {HTMLSelectElement} */ (by("ends")).value);
  const wish = { role, ...(days && { expires_at: new Date(Date.now() + days * DAY).toISOString() }) };
  const answer = await ask(links, { method: "POST", body: JSON.stringify(wish) });
  if (!good(answer)) return;
  const code = await ask(`/matches/${match}/share/qr?lang=${language}`, { as: answer.said.link });
  if (!code.ok) {
    // It was made, though nobody was shown it: it is listed, so that it can be revoked.
    await listed();
    good(code);
    return;
  }
  const place = by("made");
  morph(/** @type {HTMLElement} */ (place.querySelector(".code")), code.said.html);
  const told = /** @type {HTMLElement} */ (place.querySelector(".told"));
  told.textContent = (words.made ?? "").replace("{role}", words[role] ?? role);
  place.hidden = false;
  told.focus();
  await listed();
}

/** @param {string} id */
async function revoked(id) {
  if (good(await ask(`${links}/${id}`, { method: "DELETE" }))) await listed();
  by("ends").focus();
}

/** The links that there are, newest first. */
async function listed() {
  const answer = await ask(links);
  if (!good(answer)) return false;
  by("listed").replaceChildren(.../** @type {Link[]} */ (answer.said.items).map(row));
  return true;
}

/** @param {Link} link */
function row(link) {
  const row = document.createElement("tr");
  const ended = link.expires_at !== null && Date.parse(link.expires_at) < Date.now();
  const gone = link.revoked_at !== null || ended;
  row.className = gone ? "gone" : "";
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = words[link.role] ?? link.role;
  row.append(head, cell(time(link.created_at)), cell(link.expires_at ? time(link.expires_at) : "–"));
  const last = cell(gone ? ((link.revoked_at ? words.revoked : words.ended) ?? "") : "");
  if (!gone) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.revoke = link.id;
    button.textContent = words.revoke ?? "";
    const which = document.createElement("span");
    which.className = "unseen";
    which.textContent = ` ${words[link.role]}, ${time(link.created_at)}`;
    button.append(which);
    last.append(button);
  }
  row.append(last);
  return row;
}

/** @param {string} text */
function cell(text) {
  const cell = document.createElement("td");
  cell.textContent = text;
  return cell;
}

/** @param {string} moment */
const time = (moment) => new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** Say what went wrong, if it did. @param {import("./asking.js").Answer} answer */
function good(answer) {
  const fault = by("fault");
  fault.textContent = answer.ok ? "" : (why(answer, words) ?? answer.said.detail ?? String(answer.status));
  fault.hidden = answer.ok;
  return answer.ok;
}
