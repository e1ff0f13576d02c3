// Keeps the parts of a page live that name a match: draws what the stream brings, and says how fresh it is.
// @ts-check

import { ages } from "./clocks.js";
import { morph } from "./morph.js";
import { Streams, name } from "./streams.js";

/** @typedef {import("./streams.js").Wish} Wish */
/** @typedef {import("./streams.js").Drawn} Drawn */
/** @typedef {import("./streams.js").News} News */
/** @typedef {import("./streams.js").State} State */

const SPOKEN_EVERY = 10_000;
const ALIVE_EVERY = 20_000;
/** Where no stream comes through, as behind a proxy that holds answers back, pages ask. */
const ASKED_AFTER = 12_000;
const ASKED_EVERY = 5_000;

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
let gone = 0;
/** @type {Map<string, HTMLElement[]>} */
const places = new Map();
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
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-match][data-drawn]"))) {
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

/** Through the worker of all tabs, or where a browser has none, by a stream of this page's own. @returns {Tell} */
function connected() {
  if (typeof SharedWorker !== "function") return alone();
  // Tabs of another release speak to a worker of their own.
  const shared = new SharedWorker("/static/worker.js", { type: "module", name: `scorepad ${document.documentElement.dataset.release}` });
  const { port } = shared;
  port.onmessage = ({ data }) => hear(data);
  shared.onerror = () => {
    tell = alone();
    tell({ kind: "show", wishes: wishes() });
  };
  setInterval(() => port.postMessage({ kind: "alive" }), ALIVE_EVERY);
  addEventListener("pagehide", () => port.postMessage({ kind: "bye" }));
  return (message) => port.postMessage(message);
}

/** @returns {Tell} */
function alone() {
  const streams = new Streams(hear);
  return ({ wishes = [] }) => streams.show(wishes);
}

addEventListener("pageshow", (event) => { if (/** @type {PageTransitionEvent} */ (event).persisted) follow(); });

/** @param {News} news */
function hear(news) {
  if (news.kind === "state") {
    if (news.link !== link) return;
    now = news.state;
    heard = news.heard;
  } else if (news.kind === "gone") {
    for (const place of places.get(name(news.wish)) ?? []) place.classList.add("gone");
    gone += places.delete(name(news.wish)) ? 1 : 0;
  } else draw(news.wish, news.drawn);
  show();
}

/** @param {Wish} wish @param {Drawn} drawn */
function draw(wish, drawn) {
  for (const place of places.get(name(wish)) ?? []) {
    performance.mark("drawing");
    const changed = morph(place, drawn.html);
    place.dataset.version = String(drawn.version);
    if (!changed) continue;
    for (const each of after) each(drawn, place);
    performance.measure("drawn", "drawing");
    ages();
    speak(place);
  }
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
  if (now === "live" || now === "polling" || Date.now() - heard < ASKED_AFTER || Date.now() - lastAsked < ASKED_EVERY) return;
  lastAsked = Date.now();
  for (const [place] of [...places.values()]) {
    try {
      const answer = await fetch(`/matches/${place.dataset.match}/drawn/${place.dataset.drawn}${query}`);
      if (!answer.ok) continue;
      draw(wishOf(place), await answer.json());
      answered = Date.now();
    } catch {
      // The server is away: the page says since when.
    }
  }
  show();
}

setInterval(() => { show(); ages(); void ask(); }, 1000);

ages();
