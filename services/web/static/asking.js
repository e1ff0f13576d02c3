// Asks this server with what the page is held with, a link or a key: in the header, where no address and no history keeps it.
// @ts-check

/** @typedef {{ ok: boolean, status: number, said: any, later: number }} Answer `later`: after how many seconds to ask again, if it says so */

/** How many milliseconds an answer is waited for; after that it is none. */
const PATIENCE = 15_000;

let token = new URLSearchParams(location.search).get("link") ?? "";

/** Whether anything is held that may be sent. */
export const held = () => token !== "";

/** Hold a key instead, in the memory of this tab alone; where none was typed, what was held before is. @param {string} key */
export function hold(key) {
  token = key.trim() || token;
}

/**
 * Ask a route of this server. An answer that is no JSON, and none at all, has the status 0.
 * @param {string} path
 * @param {{ method?: string, body?: string, headers?: Record<string, string>, as?: string, patience?: number }} [how] `as`: another token to
 *   ask with; `patience`: how many milliseconds to wait for the answer, if not the usual ones
 * @returns {Promise<Answer>}
 */
export async function ask(path, { method = "GET", body, headers = {}, as = token, patience = PATIENCE } = {}) {
  const all = { ...headers, ...(as && { Authorization: `Bearer ${as}` }), ...(body !== undefined && { "Content-Type": "application/json" }) };
  const signal = AbortSignal.timeout(patience);
  let later = 0;
  try {
    const answer = await fetch(path, { method, body, headers: all, cache: "no-store", signal });
    later = Number(answer.headers.get("Retry-After")) || 0;
    return { ok: answer.ok, status: answer.status, said: await answer.json(), later };
  } catch {
    return { ok: false, status: 0, said: {}, later };
  }
}

/** What is held opens nothing here. */
export const SHUT = new Set([401, 403, 404]);
const PASSING = new Set([0, 408, 425, 429]);
const FAULT = 500;

/** Whether the same may be answered otherwise in a moment. @param {{ status: number }} answer */
export const passing = ({ status }) => PASSING.has(status) || status >= FAULT;

/** What an answer says in the page's words, if it is not about what was asked itself. @param {{ status: number }} answer @param {DOMStringMap} words */
export function why(answer, words) {
  if (SHUT.has(answer.status)) return words.shut;
  if (!answer.status) return words.silent;
  return passing(answer) ? words.busy : undefined;
}

/** A random UUID: `crypto.randomUUID` is there over https alone, and clubs have plain http. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
