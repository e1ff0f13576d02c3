// The lobby: its lines are live, and matches that begin meanwhile join them.
// @ts-check

import { follow, whenDrawn } from "./live.js";

const EVERY = 15_000;
/** A line climbs when its match changed, but not while somebody reads or points, and not at every event. */
const STILL = 10_000;

const rows = document.getElementById("rows");
let moved = Date.now();

whenDrawn(() => {
  if (!rows || rows.matches(":hover, :focus-within") || Date.now() - moved < STILL) return;
  moved = Date.now();
  const ages = (/** @type {Element} */ row) => row.querySelector("time")?.getAttribute("datetime") ?? "";
  const sorted = [...rows.children].sort((a, b) => (ages(a) < ages(b) ? 1 : -1));
  const before = new Map(sorted.map((row) => [row, row.getBoundingClientRect().top]));
  for (const row of sorted) rows.append(row);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  for (const row of sorted) {
    const by = (before.get(row) ?? 0) - row.getBoundingClientRect().top;
    if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 220, easing: "ease-out" });
  }
});

/** Matches that began since. */
async function join() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const known = new Set([...(rows?.children ?? [])].map((row) => /** @type {HTMLElement} */ (row).dataset.match));
    const fresh = [.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("#rows > li"))].filter((row) => !known.has(row.dataset.match));
    if (!rows) {
      if (fresh.length) location.reload();
      return;
    }
    for (const row of fresh.reverse()) rows.prepend(row);
    if (fresh.length) follow();
  } catch {
    // The next time, then.
  }
}

follow();
setInterval(() => { if (!document.hidden) void join(); }, EVERY);
