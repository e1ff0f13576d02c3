// Lists of matches, in the lobby and on a wall: those that begin meanwhile join them.
// @ts-check

import { follow } from "./live.js";
import { PATIENCE } from "./wishes.js";

const EVERY = 15_000;

/** @param {ParentNode} place @returns {NodeListOf<HTMLElement>} */
const lines = (place) => place.querySelectorAll("#rows > li");

/** Have matches that began since, or are shown again, join the list as long as the page is looked at. @param {number} most @param {() => void} [after] what to do then */
export function joining(most, after) {
  setInterval(() => { if (!document.hidden) void join(most, after); }, EVERY);
}

/** @param {number} most @param {() => void} [after] */
async function join(most, after) {
  try {
    const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const known = new Map([...lines(document)].map((row) => [row.dataset.match, row]));
    const listed = [...lines(page)];
    const fresh = listed.filter((row) => known.get(row.dataset.match)?.classList.contains("gone") ?? true);
    const rows = document.getElementById("rows");
    if (!fresh.length) return;
    if (!rows) {
      location.reload();
      return;
    }
    for (const row of fresh.reverse()) {
      known.get(row.dataset.match)?.remove();
      rows.prepend(row);
    }
    const names = new Set(listed.map((row) => row.dataset.match));
    for (const row of [...lines(document)].reverse()) if (rows.children.length > most && !names.has(row.dataset.match)) row.remove();
    follow();
    after?.();
  } catch {
    // The next time, then.
  }
}
