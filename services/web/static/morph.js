// Makes a part of the page what the server drew, keeping every element that stays: what is open stays open, what was
// moved sideways stays there, and what changed can be seen to change.
// @ts-check

const KEPT = new Set(["open", "data-delta", "data-away"]);
const FLASH = 1200;
const DELTA = 10_000;
const MOVE = 220;
const LOOKED_AHEAD = 8;
const SHORT = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2, useGrouping: false });
/** What this page's addresses are followed by, which a drawing for all does not know. */
const QUERY = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => name === "lang" || name === "link")).toString();

/**
 * @param {HTMLElement} place what is shown
 * @param {string} html what the server drew for it
 * @returns {boolean} whether anything changed
 */
export function morph(place, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  if (QUERY) for (const each of wanted.content.querySelectorAll('a[href^="/"]:not([href*="?"])')) each.setAttribute("href", each.getAttribute("href")?.replace(/(?=#|$)/, `?${QUERY}`) ?? "");
  const seen = !document.hidden && place.dataset.drawnOnce !== undefined;
  const before = seen ? places(place) : [];
  const figures = new Map([...place.querySelectorAll("[data-figure]")].map((each) => [figureOf(each), each.textContent]));
  const changed = children(place, wanted.content, seen);
  place.dataset.drawnOnce = "";
  if (seen && changed) {
    for (const each of place.querySelectorAll("[data-figure]")) tint(/** @type {HTMLElement} */ (each), figures.get(figureOf(each)));
    // Where rows are now is asked for when the browser lays the page out anyway, before it paints.
    requestAnimationFrame(() => move(place, before));
  }
  return changed;
}

/** @param {Element} each */
const figureOf = (each) => each.getAttribute("data-figure");

/** @param {Node} node */
function key(node) {
  return node instanceof Element ? node.id || node.getAttribute("data-key") || "" : "";
}

/** @param {Node} a @param {Node} b */
function alike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && key(a) === key(b);
}

/** @param {Node} place @param {Node} wanted @param {boolean} seen @returns {boolean} */
function children(place, wanted, seen) {
  let changed = false;
  /** @type {Map<string, ChildNode> | undefined} */ let keyed;
  let at = place.firstChild;
  const names = new Set([...wanted.childNodes].map(key));
  for (const next of [...wanted.childNodes]) {
    // What is not wanted any more goes first, so that what comes after it need not be taken out: it may have the focus.
    while (at && (at instanceof Element ? key(at) && !names.has(key(at)) && !at.hasAttribute("data-loaded") : next instanceof Element)) {
      at = drop(at);
      changed = true;
    }
    if (!at || !alike(at, next)) {
      keyed ??= new Map([...place.childNodes].filter(key).map((each) => [key(each), each]));
      const same = key(next) ? keyed.get(key(next)) : undefined;
      const found = same && alike(same, next) ? same : ahead(at, next);
      if (found) {
        if (found === same) place.insertBefore(same, at);
        else while (at && at !== found) at = drop(at);
        at = found;
        changed = true;
      }
    }
    if (at && alike(at, next)) {
      changed = one(at, next, seen) || changed;
      at = at.nextSibling;
    } else {
      place.insertBefore(next, at);
      if (seen && next instanceof Element) next.classList.add("fresh");
      changed = true;
    }
  }
  while (at) {
    // What a page's own script opened there stays open.
    const loaded = at instanceof Element && at.hasAttribute("data-loaded");
    at = loaded ? at.nextSibling : drop(at);
    changed ||= !loaded;
  }
  return changed;
}

/** The nearest node from here on that can become the one wanted; for a text no element gives way. @param {ChildNode | null} at @param {Node} next */
function ahead(at, next) {
  if (at instanceof Element && !(next instanceof Element)) return null;
  let found = at;
  for (let step = 0; found && step < LOOKED_AHEAD; step += 1, found = found.nextSibling) if (alike(found, next)) return found;
  return null;
}

/** @param {ChildNode} node @returns {ChildNode | null} the one after it */
function drop(node) {
  const after = node.nextSibling;
  node.parentNode?.removeChild(node);
  return after;
}

/** @param {Node} old @param {Node} next @param {boolean} seen @returns {boolean} */
function one(old, next, seen) {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.nodeValue === next.nodeValue) return false;
    old.nodeValue = next.nodeValue;
    return true;
  }
  if (old.isEqualNode(next)) return false;
  let changed = false;
  for (const { name, value } of [...next.attributes]) {
    if (!KEPT.has(name) && old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
      changed = true;
    }
  }
  for (const { name } of [...old.attributes]) {
    if (!KEPT.has(name) && !next.hasAttribute(name)) {
      old.removeAttribute(name);
      changed = true;
    }
  }
  // What the page itself writes, such as how long ago something was, stays.
  return (old.hasAttribute("data-own") ? false : children(old, next, seen)) || changed;
}

/** @param {HTMLElement} figure @param {string | null | undefined} before */
function tint(figure, before) {
  const now = figure.textContent ?? "";
  if (before === undefined || before === null || before === now) return;
  figure.classList.add("changed");
  setTimeout(() => figure.classList.remove("changed"), FLASH);
  const by = value(now) - value(before);
  if (!Number.isFinite(by) || by === 0) return;
  figure.dataset.delta = `${by > 0 ? "+" : "−"}${SHORT.format(Math.abs(by))}`;
  setTimeout(() => delete figure.dataset.delta, DELTA);
}

/** A figure's number; thousands are kept apart by a thin space, so a comma is German for a point. @param {string} text */
const value = (text) => Number.parseFloat(text.replaceAll("−", "-").replaceAll(",", ".").replaceAll(/[^\d.-]/g, ""));

/** @param {HTMLElement} place */
const rows = (place) => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-flip]"))];

/** Where rows that may move are, in their order. @param {HTMLElement} place @returns {[string, number][]} */
const places = (place) => rows(place).map((each) => [each.dataset.flip ?? "", each.getBoundingClientRect().top]);

/** Rows that are in another order glide to their new places. @param {HTMLElement} place @param {[string, number][]} before */
function move(place, before) {
  const now = rows(place);
  if (now.every((each, at) => each.dataset.flip === before[at]?.[0])) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || place.matches(":active")) return;
  const tops = new Map(before);
  for (const each of now) {
    const was = tops.get(each.dataset.flip ?? "");
    const by = was === undefined ? 0 : was - each.getBoundingClientRect().top;
    if (by) each.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: MOVE, easing: "ease-out" });
  }
}
