// Pegs as they move on a cribbage board: the back one leaps over the front one, hole by hole, and is the front one then.
// @ts-check

import { whenDrawn } from "./live.js";

/** Milliseconds: for a hole, for the longest way, and for one that would be over before it was seen. */
const A_HOLE = 25;
const AT_MOST = 600;
const AT_LEAST = 150;
/** How much larger a peg is in the middle of its leap, nearest to the eye. */
const LIFT = 0.55;
const BEHIND = 0.55;

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ peg: SVGGElement, hole: number, at: Place }} Peg */

/** @type {WeakMap<Element, Map<string, Peg>>} */
const stood = new WeakMap();
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show how the pegs of a part of the page came to where they are, since it was looked at last. @param {Element} part */
export function leap(part) {
  const now = pegs(part);
  const before = stood.get(part);
  stood.set(part, now);
  if (!before || document.hidden || still.matches) return;
  for (const [name, front] of now) {
    const back = now.get(name.replace(/-front$/, "-back"));
    if (!name.endsWith("-front") || !back) continue;
    const [ahead, behind] = [before.get(name), before.get(name.replace(/-front$/, "-back"))];
    // A peg that goes back was put right: it is just there.
    if (ahead && behind && front.hole > ahead.hole) move(front, back, ahead, behind);
  }
}

/** @param {Peg} front @param {Peg} back @param {Peg} ahead @param {Peg} behind where these two stood */
function move(front, back, ahead, behind) {
  const leapt = back.hole === ahead.hole;
  go(front, leapt ? behind : ahead, leapt ? BEHIND : 1);
  if (leapt) back.peg.animate([{ opacity: 1 }, { opacity: BEHIND }], { duration: AT_LEAST, id: "passed" });
  // More than one leap was drawn at once: both pegs have moved.
  else if (back.hole > behind.hole) go(back, behind, BEHIND, BEHIND);
}

/** Along the holes, in one small arc. @param {Peg} peg @param {Peg} from @param {number} opacity @param {number} [after] */
function go(peg, from, opacity, after = 1) {
  const way = [from.at, ...between(peg, from.hole), peg.at];
  const frames = way.map(({ x, y }, at) => ({
    transform: `translate(${x}px, ${y}px) scale(${1 + LIFT * Math.sin((Math.PI * at) / (way.length - 1))})`,
    opacity: at ? after : opacity,
  }));
  const duration = Math.min(AT_MOST, Math.max(AT_LEAST, A_HOLE * (way.length - 1)));
  peg.peg.animate(frames, { duration, id: "leap" });
}

/** The places of the holes that lie between, as the board itself has them. @param {Peg} peg @param {number} from @returns {Place[]} */
function between({ peg, hole }, from) {
  const holes = peg.ownerSVGElement?.querySelector(`.holes[data-lane="${peg.dataset.lane}"]`)?.getAttribute("d") ?? "";
  const places = [...holes.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  const lap = places.length - 2;
  return Array.from({ length: Math.max(0, hole - from - 1) }, (_, step) => places[((from + step) % lap) + 1]);
}

/** @param {Element} part @returns {Map<string, Peg>} */
function pegs(part) {
  const found = /** @type {NodeListOf<SVGGElement>} */ (part.querySelectorAll("[data-peg]"));
  return new Map([...found].map((peg) => {
    const [x, y] = (peg.getAttribute("transform") ?? "").match(/[\d.]+/g) ?? [];
    return [peg.dataset.peg ?? "", { peg, hole: Number(peg.dataset.hole), at: { x: Number(x), y: Number(y) } }];
  }));
}

for (const part of document.querySelectorAll(".board.cribbage")) leap(part);
whenDrawn((_, part) => leap(part));
