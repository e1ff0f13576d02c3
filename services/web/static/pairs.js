// A session of pairs: who looks for a pair has its row pinned, and a traveller opens where it stands.
// @ts-check

import { follow, whenDrawn } from "./live.js";

/** Boards that are open, by number. @type {Map<string, HTMLElement>} */
const opened = new Map();

/** @returns {NodeListOf<HTMLAnchorElement>} */
const links = () => document.querySelectorAll(".travellers li > a");

/** @param {HTMLAnchorElement} link */
const boardOf = (link) => link.pathname.split("/").at(-1) ?? "";

/** What was drawn anew says nothing of what is open here, nor by which link the page was come to. */
function mend() {
  for (const link of links()) {
    if (location.search) link.search = location.search;
    link.setAttribute("aria-expanded", String(opened.has(boardOf(link))));
  }
}

/** @param {HTMLAnchorElement} link */
function toggle(link) {
  const board = boardOf(link);
  const page = /** @type {HTMLElement} */ (link.closest("[data-match]"));
  const there = opened.get(board);
  if (there) {
    opened.delete(board);
    there.remove();
  } else {
    const place = document.createElement("article");
    place.className = "board traveller";
    Object.assign(place.dataset, { match: page.dataset.match, drawn: `traveller-${board}.${document.documentElement.lang}`, loaded: "" });
    link.parentElement?.append(place);
    opened.set(board, place);
  }
  mend();
  follow();
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link?.matches(".travellers li > a") || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  toggle(link);
});

/** The row of the pair that was looked for: by its number, else by who plays in it. @param {string} text */
function found(text) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".ranking [data-flip]")]);
  const wanted = text.trim().toLowerCase();
  if (!wanted) return undefined;
  const exact = rows.find((row) => row.dataset.flip?.toLowerCase() === wanted);
  return exact ?? rows.find((row) => row.querySelector(".who")?.textContent?.toLowerCase().includes(wanted));
}

// A jump at each letter would take the field from under the finger.
document.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id !== "find" || event.key !== "Enter") return;
  const row = found(field.value);
  location.replace(row ? `#pair-${encodeURIComponent(row.dataset.flip ?? "")}` : "#find");
});

whenDrawn(mend);
mend();
