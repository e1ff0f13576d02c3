// What a page is held with, a link or a key, and how it asks with it: in the header, where no address and no history keeps it.
// @ts-check

/** @typedef {{ ok: boolean, status: number, said: any }} Answer */

let token = new URLSearchParams(location.search).get("link") ?? "";

/** Whether anything is held that may be sent. */
export const held = () => token !== "";

/** Hold a key instead, in the memory of this tab alone. @param {string} key */
export function hold(key) {
  token = key.trim();
}

/**
 * Ask a route of this server. An answer that is no JSON, and none at all, has the status 0.
 * @param {string} path
 * @param {{ method?: string, body?: string, headers?: Record<string, string>, as?: string }} [how] `as`: another token to ask with
 * @returns {Promise<Answer>}
 */
export async function ask(path, { method = "GET", body, headers = {}, as } = {}) {
  const by = as ?? token;
  const all = { ...headers, ...(by && { Authorization: `Bearer ${by}` }), ...(body !== undefined && { "Content-Type": "application/json" }) };
  try {
    const answer = await fetch(path, { method, body, headers: all, cache: "no-store" });
    return { ok: answer.ok, status: answer.status, said: await answer.json() };
  } catch {
    return { ok: false, status: 0, said: {} };
  }
}

/** Say times as they are here, and how long ago something was. @param {ParentNode} place @param {string} language */
export function clocks(place, language) {
  const today = new Date().toDateString();
  for (const each of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time[data-clock]"))) {
    const when = new Date(each.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const time = when.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    each.textContent = when.toDateString() === today ? time : `${when.toLocaleDateString(language)} ${time}`;
    each.title = each.dateTime;
  }
  for (const each of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time[data-since]"))) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(each.dateTime)) / 60_000));
    if (Number.isFinite(minutes)) each.textContent = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  }
}
