// A screen on a wall: what does not fit comes a page at a time.
// @ts-check

import { follow, whenDrawn } from "./live.js";

const EVERY = 12_000;
const pages = /** @type {HTMLElement} */ (document.getElementById("pages"));
let shown = 0;

/** What is paged: the part that says so, else the longest list or table of the board; of it, no row that another opens. @returns {HTMLElement[]} */
function lines() {
  const place = document.querySelector("[data-paged]") ?? [...document.querySelectorAll(".board tbody")].sort((a, b) => b.children.length - a.children.length)[0];
  return /** @type {HTMLElement[]} */ ([...(place?.children ?? [])].filter((line) => !line.classList.contains("more")));
}

/** Lines of one page: as many as stand above the lower edge of the screen. @param {HTMLElement[]} all */
function fitting(all) {
  const top = all[0].getBoundingClientRect().top + scrollY;
  const height = Math.max(...all.map((line) => line.getBoundingClientRect().height));
  return Math.max(1, Math.floor((innerHeight - top - 24) / height));
}

/** @param {boolean} next */
function turn(next) {
  const all = lines();
  for (const line of all) delete line.dataset.away;
  if (!all.length || document.documentElement.scrollHeight <= innerHeight + 1) {
    pages.hidden = true;
    return;
  }
  const each = fitting(all);
  const count = Math.ceil(all.length / each);
  shown = (next ? shown + 1 : shown) % count;
  all.forEach((line, at) => { if (Math.floor(at / each) !== shown) line.dataset.away = ""; });
  pages.hidden = count === 1;
  pages.textContent = (pages.dataset.words ?? "").replace("{page}", String(shown + 1)).replace("{all}", String(count));
}

whenDrawn(() => turn(false));
follow();
turn(false);
setInterval(() => turn(true), EVERY);
addEventListener("resize", () => turn(false));
