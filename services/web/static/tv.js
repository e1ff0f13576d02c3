// A screen on a wall: every list that runs below its edge comes a page at a time, what is newest first.
// @ts-check

import { joining } from "./joining.js";
import { follow, whenDrawn } from "./live.js";

const EVERY = 12_000;
/** As many matches as the server lists for a wall. */
const MOST = 12;
/** Free below the last row, in pixels of the page. */
const FREE = 24;
const pages = /** @type {HTMLElement} */ (document.getElementById("pages"));
let turns = 0;

/** The rows of each list or table, but those that another row opens; what is read as one is never parted. @returns {HTMLElement[][]} */
function lists() {
  const found = document.querySelectorAll("#rows, .board table:not(.pad, .slate, .pegs, .sides, .points)");
  return [...found].map((list) => [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(":scope > li, :scope > tbody > :not(.more)"))]);
}

/** The row of what happened last: in a list of deals the last one, in one by rank none. @param {HTMLElement[]} rows */
function newest(rows) {
  const marked = rows.find((row) => row.matches(".newest") || row.querySelector(".newest"));
  return marked ?? (rows[0].closest(".hands:not(.rooms)") ? rows.at(-1) : undefined);
}

/**
 * The rows by pages, as many on each as stand above the lower edge of the screen.
 * @param {HTMLElement[]} rows
 * @param {boolean} backward The last page is the full one.
 */
function paged(rows, backward) {
  const room = innerHeight - FREE - (rows[0].getBoundingClientRect().top + scrollY);
  /** @type {HTMLElement[][]} */
  const found = [];
  let left = 0;
  for (const row of backward ? [...rows].reverse() : rows) {
    const { height } = row.getBoundingClientRect();
    if (!found.length || height > left) {
      found.push([]);
      left = room;
    }
    found.at(-1)?.push(row);
    left -= height;
  }
  return found;
}

/** Show the page of each list that it is the turn of: first that with what is newest, else the top. */
function show() {
  const all = lists().filter((rows) => rows.length > 0);
  for (const row of all.flat()) delete row.dataset.away;
  let most = 1;
  for (const rows of all) {
    if ((rows.at(-1)?.getBoundingClientRect().bottom ?? 0) + scrollY <= innerHeight - FREE) continue;
    const last = newest(rows);
    const each = paged(rows, last !== undefined);
    const first = Math.max(0, each.findIndex((page) => last && page.includes(last)));
    const here = each[(first + turns) % each.length];
    for (const row of rows) if (!here.includes(row)) row.dataset.away = "";
    most = Math.max(most, each.length);
  }
  pages.hidden = most === 1;
  pages.textContent = (pages.dataset.words ?? "").replace("{page}", String((turns % most) + 1)).replace("{all}", String(most));
}

whenDrawn(show);
follow();
show();
setInterval(() => { turns += 1; show(); }, EVERY);
addEventListener("resize", show);
if (!document.querySelector(".board")) joining(MOST, show);
