// One entry to the server, and what that said.
// @ts-check

/** @typedef {import("./queue.js").Entry} Entry */
/** @typedef {{ state: "sent" | "moved" | "refused", version?: number, detail?: string } | { later: number }} Answer `later`: try again, after so many seconds at least */

const PATIENCE = 20_000;
const LATER = new Set([408, 425, 429]);
const CREATED = 201;
const MOVED = 412;
const FAULT = 500;

/**
 * Send an entry, for the first time or again: whether the server knows it already is for the server to say.
 *
 * @param {string} url
 * @param {string} token the link
 * @param {Entry} entry with the version that it was made at
 * @returns {Promise<Answer>}
 */
export async function send(url, token, { id, type, data, occurred_at, base }) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": id, "If-Match": `"${base}"` },
      body: JSON.stringify({ id, type, data, occurred_at }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (LATER.has(answer.status) || answer.status >= FAULT) return { later: Number(answer.headers.get("Retry-After")) || 0 };
    const said = await answer.json();
    if (answer.status === CREATED) return { state: "sent", version: said.version };
    return answer.status === MOVED ? { state: "moved" } : { state: "refused", detail: reasons(said) };
  } catch {
    return { later: 0 };
  }
}

/** Why, in the server's words. @param {{ detail?: string, errors?: { pointer: string, detail: string }[] }} said */
function reasons({ detail, errors }) {
  return errors?.length ? errors.map((each) => `${each.pointer}: ${each.detail}`).join("\n") : (detail ?? "");
}

/** A random UUID: `crypto.randomUUID` is there over https alone, and clubs have plain http. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
