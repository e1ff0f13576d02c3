// A screen on a wall: every list that runs below its edge comes a page at a time.
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

/** The rows of each list or table, but those that another row opens. @returns {HTMLElement[][]} */
function lists() {
  return [...document.querySelectorAll("#rows, .board tbody")].map((list) => /** @type {HTMLElement[]} */ ([...list.children].filter((row) => !row.classList.contains("more"))));
}

/** How many of the rows stand above the lower edge of the screen. @param {HTMLElement[]} rows */
function fitting(rows) {
  const top = rows[0].getBoundingClientRect().top + scrollY;
  const height = Math.max(...rows.map((row) => row.getBoundingClientRect().height));
  return Math.max(1, Math.floor((innerHeight - top - FREE) / height));
}

/** Show the page of each list that it is the turn of. */
function show() {
  const all = lists().filter((rows) => rows.length > 0);
  for (const row of all.flat()) delete row.dataset.away;
  let most = 1;
  for (const rows of all) {
    if ((rows.at(-1)?.getBoundingClientRect().bottom ?? 0) + scrollY <= innerHeight - FREE) continue;
    const each = fitting(rows);
    const count = Math.ceil(rows.length / each);
    rows.forEach((row, at) => { if (Math.floor(at / each) !== turns % count) row.dataset.away = ""; });
    most = Math.max(most, count);
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
