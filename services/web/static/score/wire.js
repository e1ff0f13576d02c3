// One entry to the server, and what that said.
// @ts-check

import { ask, passing } from "../asking.js";

/** @typedef {import("./queue.js").Entry} Entry */
/**
 * @typedef {{ state: "sent" | "moved" | "refused", version?: number, detail?: string } | { state: "idle" } | { later: number } | { ended: true }} Answer
 *   `idle`: it is so already; `later`: try again, after so many seconds at least; `ended`: by this link nothing is taken any more
 */

const PATIENCE = 20_000;
const CREATED = 201;
const UNKNOWN = 401;
const MOVED = 412;

/**
 * Send an entry, for the first time or again: whether the server knows it already is for the server to say.
 *
 * @param {string} url
 * @param {Entry} entry with the version that it was made at
 * @returns {Promise<Answer>}
 */
export async function send(url, { id, type, data, occurred_at, base }) {
  const headers = { "Idempotency-Key": id, "If-Match": `"${base}"` };
  const answer = await ask(url, { method: "POST", body: JSON.stringify({ id, type, data, occurred_at }), headers, patience: PATIENCE });
  if (passing(answer)) return { later: answer.later };
  const { status, said } = answer;
  if (status === CREATED) return { state: "sent", version: said.version };
  if (status === UNKNOWN) return { ended: true };
  if (said.code === "nothing_to_correct") return { state: "idle" };
  return status === MOVED ? { state: "moved" } : { state: "refused", detail: reasons(said) };
}

/** Why, in the server's words. @param {{ detail?: string, errors?: { pointer: string, detail: string }[] }} said */
function reasons({ detail, errors }) {
  return errors?.length ? errors.map((each) => `${each.pointer}: ${each.detail}`).join("\n") : (detail ?? "");
}
