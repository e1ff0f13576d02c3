// The lobby: its lines are live, and matches that begin meanwhile join them.
// @ts-check

import { joining } from "./joining.js";
import { follow, whenDrawn } from "./live.js";

/** As many as the server lists. */
const MOST = 40;
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

follow();
joining(MOST);
