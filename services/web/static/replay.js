// The page of a replay: the slider, the keys, playing by itself, the log beside it, and an address for every state.
// @ts-check

import { clocks } from "./clocks.js";
import { follow, link, took, whenDrawn } from "./live.js";
import { morph } from "./morph.js";
import { Player } from "./player.js";
import { Reel } from "./reel.js";
import { Growth } from "./replay/growth.js";
import { later } from "./replay/later.js";
import { Log } from "./replay/log.js";
import { PATIENCE } from "./wishes.js";

/** @typedef {import("./reel.js").View} View */
/** @typedef {import("./reel.js").Still} Still */
/** @typedef {"push" | "replace" | null} History */

/** Addresses are written no more often than browsers allow; the log and all around wait until a state is looked at. */
const WRITTEN_EVERY = 350;
const SETTLED = 150;
const DRAGGED = 60;
const AGAIN = 2000;
/** A match that is not shown to this reader any more; whatever else fails may yet come. */
const GONE = new Set([401, 403, 404]);

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = place("replay");
const still = place("still");
const proof = place("proof");
const position = place("position");
const slider = /** @type {HTMLInputElement} */ (place("slider"));
const keys = new Map([.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-go]"))].map((each) => [each.dataset.go ?? "", each]));
const asked = new URLSearchParams(location.search);
const path = location.pathname;

const numbers = (/** @type {string | undefined} */ text) => (text ?? "").split(" ").filter(Boolean).map(Number);
let last = Number(root.dataset.last);
let ends = numbers(root.dataset.ends);
let mendings = numbers(root.dataset.mendings);
let view = /** @type {View} */ (root.dataset.as);
let wanted = Number(root.dataset.version);
let shown = wanted;
let shownView = view;
let settling = 0;
let writing = 0;
let written = 0;
let dragging = false;

const log = new Log(place("log"), (around) => address("/log", { version: String(around), as: view }), () => last);

const reel = new Reel(
  (from, to, as) => address("/steps", { from: String(from), to: String(to), as }),
  (as, came) => { if (as === view && came.version === wanted && (shown !== wanted || shownView !== view)) show(came); },
  failed,
  (still.textContent ?? "").length * 4,
);

const player = new Player(
  /** @type {HTMLButtonElement} */ (place("play")),
  /** @type {HTMLSelectElement} */ (place("speed")),
  {
    // What has not come yet is waited for.
    step: () => { if (shown === wanted) go(wanted + 1, "replace"); },
    ended: () => wanted >= last && shown === wanted,
    again: () => go(1, "replace"),
  },
);

let failures = 0;
let retrying = 0;

/** No state came: another time, if there can be one. @param {number} status */
function failed(status) {
  clearTimeout(retrying);
  if (GONE.has(status)) {
    root.classList.add("gone");
    player.stop();
    return;
  }
  retrying = setTimeout(() => go(wanted), later(AGAIN, failures));
  failures += 1;
}

/** @param {string} part @param {Record<string, string>} more */
function address(part, more) {
  const said = new URLSearchParams(more);
  if (root.dataset.lang) said.set("lang", root.dataset.lang);
  if (link) said.set("link", link);
  return `${path}${part}?${said}`;
}

/** The address of a state, as people pass it on. @param {number} version @param {View} as */
function stateAt(version, as = view) {
  const said = new URLSearchParams(asked);
  said.delete("at");
  said.set("version", String(version));
  said.set("as", as);
  return `${path}?${said}`;
}

/** Look at a version. @param {number} version @param {History} history @param {View} as */
function go(version, history = null, as = view) {
  wanted = Math.max(1, Math.min(last, version));
  if (as !== view) turn(as);
  slider.value = String(wanted);
  tell();
  const found = reel.find(view, wanted);
  if (found && (shown !== wanted || shownView !== view)) show(found);
  if (!found) still.classList.add("waiting");
  clearTimeout(settling);
  settling = setTimeout(settled, dragging ? DRAGGED : found ? SETTLED : 0);
  if (history) write(history);
}

function settled() {
  reel.want(view, wanted, last, dragging);
  if (!dragging) void log.readOn(wanted);
}

/** @param {View} as */
function turn(as) {
  view = as;
  root.dataset.as = as;
  for (const each of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-view]"))) {
    if (each.dataset.view === as) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}

/** @param {Still} found */
function show(found) {
  const began = performance.now();
  root.classList.remove("gone");
  failures = 0;
  // Only one step on or back is a change that somebody can follow: anything else is another board.
  if (Math.abs(found.version - shown) > 1 || shownView !== view) delete still.dataset.drawnOnce;
  delete proof.dataset.drawnOnce;
  morph(still, found.html);
  morph(proof, found.proof);
  shown = found.version;
  shownView = view;
  still.classList.remove("waiting");
  slider.setAttribute("aria-valuetext", `${said(shown)}: ${found.why}`);
  position.querySelector("time")?.setAttribute("datetime", found.recorded_at);
  clocks(position);
  log.mark(shown);
  took("stepped", began);
}

const said = (/** @type {number} */ version) => (slider.dataset.position ?? "").replace("{version}", String(version)).replace("{last}", String(last));

/** Say where this is, and where the buttons and views lead from here. */
function tell() {
  const text = position.firstChild;
  if (text) text.nodeValue = `${said(wanted)} `;
  const x = String((1000 * (wanted - 1)) / Math.max(1, last - 1));
  for (const name of ["x1", "x2"]) document.getElementById("here")?.setAttribute(name, x);
  for (const [name, each] of keys) {
    const to = target(name);
    if (to === wanted) each.removeAttribute("href");
    else each.href = stateAt(to);
    if (to === wanted) each.setAttribute("aria-disabled", "true");
    else each.removeAttribute("aria-disabled");
  }
  for (const each of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-view]"))) each.href = stateAt(wanted, /** @type {View} */ (each.dataset.view));
}

/** Where a button leads. @param {string} name */
function target(name) {
  switch (name) {
    case "first": return 1;
    case "hand-back": return ends.findLast((end) => end < wanted) ?? 1;
    case "back": return Math.max(1, wanted - 1);
    case "on": return Math.min(last, wanted + 1);
    case "hand-on": return ends.find((end) => end > wanted) ?? last;
    default: return last;
  }
}

/** @param {"push" | "replace"} how */
function write(how) {
  clearTimeout(writing);
  const due = written + WRITTEN_EVERY - Date.now();
  if (how === "replace" && due > 0) {
    writing = setTimeout(() => write("replace"), due);
    return;
  }
  written = Date.now();
  if (how === "push") history.pushState(null, "", stateAt(wanted));
  else history.replaceState(null, "", stateAt(wanted));
}

/** Jump as somebody said: that ends playing. @param {number} version @param {"push" | "replace"} how */
function jump(version, how) {
  player.stop();
  go(version, how);
}

slider.addEventListener("input", () => {
  dragging = true;
  jump(Number(slider.value), "replace");
});
slider.addEventListener("change", () => {
  dragging = false;
  jump(Number(slider.value), "push");
});

document.addEventListener("click", (event) => {
  const hit = event.target instanceof Element ? event.target.closest("a, #plot") : null;
  if (!hit || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
  if (hit.id === "plot") {
    const { left, width } = hit.getBoundingClientRect();
    jump(Math.round(1 + ((event.clientX - left) / width) * (last - 1)), "push");
    return;
  }
  const { go: button, view: other, version, around } = /** @type {HTMLElement} */ (hit).dataset;
  if (!button && !other && !version && !around) return;
  event.preventDefault();
  if (button) jump(target(button), "push");
  else if (version) jump(Number(version), "push");
  else if (around) void log.readOn(Number(around), "there");
  else go(wanted, "push", /** @type {View} */ (other));
});

document.addEventListener("keydown", (event) => {
  const on = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || on.matches("select, textarea, input:not(#slider), .scroll")) return;
  const moves = { ArrowLeft: event.shiftKey ? "hand-back" : "back", ArrowRight: event.shiftKey ? "hand-on" : "on", Home: "first", End: "last" };
  const name = moves[/** @type {keyof typeof moves} */ (event.key)];
  // There they scroll.
  if (on.id === "log" && !event.key.startsWith("Arrow")) return;
  if (name) jump(target(name), "replace");
  else if (event.key === " " && !on.matches("button, summary")) player.turn();
  // Signs and digits mean something only where the controls are: elsewhere they may be somebody's voice control.
  else if (/^[+-]$/.test(event.key) && on.closest("#player")) player.faster(event.key === "+" ? 1 : -1);
  else if (/^[1-5]$/.test(event.key) && on.closest("#player")) player.speed(Number(event.key) - 1);
  else return;
  event.preventDefault();
});

addEventListener("popstate", () => {
  const now = new URLSearchParams(location.search);
  player.stop();
  go(Number(now.get("version") ?? last), null, /** @type {View} */ (now.get("as") ?? "then"));
});

/** How far the match goes by now: the slider's end moves, its reader stays. */
async function grow() {
  const answer = await fetch(address("/track", { as: view }), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) return false;
  const track = await answer.json();
  if (track.last < last) return true;
  const more = track.mendings.length !== mendings.length;
  const full = log.end === last;
  ({ last, ends, mendings } = track);
  root.dataset.last = String(last);
  slider.max = String(last);
  morph(place("marks"), track.marks);
  morph(place("chart"), track.chart);
  tell();
  if (more) reel.forget();
  if (more && view !== "then") {
    shown = 0;
    go(wanted);
  }
  if (full) void log.readOn(log.end, "still");
  return true;
}

const growth = new Growth(() => last, grow);
whenDrawn(({ version }) => growth.heard(version));

slider.hidden = false;
for (const each of document.querySelectorAll(".utc")) each.remove();
clocks();
tell();
log.mark(shown);
history.replaceState(null, "", stateAt(shown) + location.hash);
follow();
settled();
