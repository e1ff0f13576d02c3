// Keeps the parts of a page live that name a match: draws what the stream brings, and says how fresh it is.
// @ts-check

import { ages } from "./clocks.js";
import { morph } from "./morph.js";
import { PATIENCE, name } from "./wishes.js";

/** @typedef {import("./wishes.js").Wish} Wish */
/** @typedef {import("./wishes.js").Drawn} Drawn */
/** @typedef {import("./wishes.js").News} News */
/** @typedef {import("./wishes.js").State} State */

const SPOKEN_EVERY = 10_000;
const ALIVE_EVERY = 20_000;
/** Where no stream comes through, as behind a proxy that holds answers back, pages ask. */
const ASKED_AFTER = 12_000;
const ASKED_EVERY = 5_000;
/** The worker says something every second: after so many seconds without, it is gone, and another one is tried so often. */
const SILENT = 5;
const TRIED = 3;
/** An older drawing than the one shown counts if nothing newer comes meanwhile. */
const OLDER_AFTER = 3_000;
const MEASURED = 100;

const page = new URLSearchParams(location.search);
export const link = page.get("link") ?? "";
/** What addresses of this match are followed by: its link, if it came by one. */
export const query = link ? `?link=${encodeURIComponent(link)}` : "";

const state = document.getElementById("state");
const spoken = document.getElementById("spoken");

/** @type {State} */
let now = "opening";
let heard = Date.now();
let lastSpoken = 0;
let lastAsked = 0;
let answered = 0;
let asking = false;
let silence = 0;
let tries = 0;
let gone = 0;
/** @type {Map<string, HTMLElement[]>} */
const places = new Map();
/** How often something was drawn for each, by the name of its wish. @type {Map<string, number>} */
const turns = new Map();
/** @type {((drawn: Drawn, place: HTMLElement) => void)[]} */
const after = [];
/** @type {Tell | null} */
let tell = null;

/** Have something done after each drawing. @param {(drawn: Drawn, place: HTMLElement) => void} what */
export function whenDrawn(what) {
  after.push(what);
}

/** Follow every part of the page that names a match, and no other. */
export function follow() {
  places.clear();
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-match][data-drawn]:not(.gone)"))) {
    place.dataset.drawnOnce = "";
    const its = name(wishOf(place));
    places.set(its, [...(places.get(its) ?? []), place]);
  }
  if (!places.size) return;
  // Pegs alone move in a way of their own.
  if (document.querySelector(".board.cribbage")) void import("./cribbage.js");
  tell ??= connected();
  tell({ kind: "show", wishes: wishes() });
}

const wishes = () => [...places.values()].map(([place]) => wishOf(place));

/** @param {HTMLElement} place @returns {Wish} */
const wishOf = (place) => ({ match: place.dataset.match ?? "", drawn: place.dataset.drawn ?? "", link });

/** @typedef {(message: { kind: string, wishes?: Wish[] }) => void} Tell */

const again = () => tell?.({ kind: "show", wishes: wishes() });

/** Through the worker of all tabs, or where a browser has none, by streams of this page's own. @returns {Tell} */
function connected() {
  if (typeof SharedWorker !== "function") return alone();
  // Tabs of another release speak to a worker of their own.
  const shared = new SharedWorker("/static/worker.js", { type: "module", name: `scorepad ${document.documentElement.dataset.release}` });
  const { port } = shared;
  port.onmessage = ({ data }) => { if (tell === send) hear(data); };
  shared.onerror = () => {
    if (tell !== send) return;
    tell = alone();
    again();
  };
  /** @type {Tell} */
  const send = (message) => port.postMessage(message);
  return send;
}

/** @returns {Tell} */
function alone() {
  const streams = import("./streams.js").then(({ Streams }) => new Streams(hear));
  // What could not be loaded says nothing, and is tried again for that.
  return ({ kind, wishes = [] }) => { if (kind !== "alive") streams.then((its) => its.show(wishes), () => {}); };
}

/** Nothing comes any more: the browser ended the worker, or the worker does not know this page. */
function reconnect() {
  silence = 0;
  now = "stale";
  tell?.({ kind: "bye" });
  tries += 1;
  tell = tries > TRIED ? alone() : connected();
  again();
}

setInterval(() => tell?.({ kind: "alive" }), ALIVE_EVERY);
addEventListener("pagehide", () => tell?.({ kind: "bye" }));
addEventListener("pageshow", (event) => { if (/** @type {PageTransitionEvent} */ (event).persisted) follow(); });

/** @param {News} news */
function hear(news) {
  if (news.kind === "lost") {
    again();
    return;
  }
  silence = tries = 0;
  if (news.kind === "state") {
    if (news.link !== link) return;
    now = news.state;
    heard = news.heard;
  } else if (news.kind === "gone") {
    for (const its of news.wishes.map(name)) {
      for (const place of places.get(its) ?? []) place.classList.add("gone");
      gone += places.delete(its) ? 1 : 0;
    }
  } else brought(news.wish, news.drawn);
  show();
}

/** What a stream brought: never back to what another process still shows for a moment. @param {Wish} wish @param {Drawn} drawn */
function brought(wish, drawn) {
  const its = name(wish);
  const turn = (turns.get(its) ?? 0) + 1;
  turns.set(its, turn);
  if (!places.get(its)?.some((place) => drawn.version < Number(place.dataset.version))) draw(wish, drawn);
  else setTimeout(() => { if (turns.get(its) === turn && (now === "live" || now === "polling")) draw(wish, drawn); }, OLDER_AFTER);
}

/** @param {Wish} wish @param {Drawn} drawn */
function draw(wish, drawn) {
  for (const place of places.get(name(wish)) ?? []) {
    const began = performance.now();
    const changed = morph(place, drawn.html);
    place.dataset.version = String(drawn.version);
    if (!changed) continue;
    for (const each of after) each(drawn, place);
    took("drawn", began);
    ages();
    speak(place);
  }
}

/** Tell how long something took, of which the last hundred are kept. @param {string} what @param {number} start */
export function took(what, start) {
  performance.measure(what, { start });
  const all = performance.getEntriesByName(what);
  if (all.length < 2 * MEASURED) return;
  performance.clearMeasures(what);
  for (const { startTime, duration } of all.slice(-MEASURED)) performance.measure(what, { start: startTime, duration });
}

/** @param {HTMLElement} place */
function speak(place) {
  const why = /** @type {HTMLElement | null} */ (place.querySelector(".why"));
  if (!why || !spoken || Date.now() - lastSpoken < SPOKEN_EVERY) return;
  lastSpoken = Date.now();
  spoken.textContent = why.innerText;
}

function show() {
  if (!state) return;
  const silent = Math.round((Date.now() - heard) / 1000);
  const how = now !== "live" && now !== "polling" && Date.now() - answered < 2 * ASKED_EVERY ? "asking" : now;
  const words = state.dataset;
  const said = {
    opening: state.textContent ?? "",
    live: `● ${words.live}`,
    polling: `○ ${words.polling}`,
    asking: `○ ${words.asking}`,
    stale: `⚠ ${words.stale?.replace("{seconds}", String(silent))}`,
  };
  const text = gone && !places.size ? (words.gone ?? "") : said[how];
  if (state.textContent !== text) state.textContent = text;
  state.dataset.state = gone && !places.size ? "gone" : how;
}

/** What no stream brings is asked for. */
async function ask() {
  if (asking || now === "live" || now === "polling" || Date.now() - heard < ASKED_AFTER || Date.now() - lastAsked < ASKED_EVERY) return;
  asking = true;
  lastAsked = Date.now();
  for (const [its, [place]] of [...places]) {
    const turn = turns.get(its);
    try {
      const answer = await fetch(`/matches/${place.dataset.match}/drawn/${place.dataset.drawn}${query}`, { signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) continue;
      const drawn = await answer.json();
      if (turns.get(its) === turn) draw(wishOf(place), drawn);
      answered = Date.now();
    } catch {
      // The server is away: the page says since when.
      break;
    }
  }
  asking = false;
  show();
}

setInterval(() => {
  if (tell && places.size && ++silence > SILENT) reconnect();
  show();
  ages();
  void ask();
}, 1000);

ages();
