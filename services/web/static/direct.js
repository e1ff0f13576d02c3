// The director's page: kept as the match stands, by a link or by a key that this tab alone knows.
// @ts-check

import { SHUT, ask, held, hold, why } from "./asking.js";
import { ages, clocks } from "./clocks.js";
import { Sheet } from "./direct/sheet.js";
import { follow, whenDrawn } from "./live.js";
import { morph } from "./morph.js";

const POLLED = 3000;
const AGAIN = 5000;
const TYPED = 250;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const by = (id) => /** @type {T} */ (document.getElementById(id));

const room = by("room");
const desk = by("desk");
const board = by("board");
const small = matchMedia("(max-width: 63.99rem)");
const { of: match = "", language = "en" } = room.dataset;
const live = board.dataset.match !== undefined;
let every = false;
let find = "";
/** @type {Promise<void> | null} */ let drawing = null;
let again = false;
let polling = false;
/** When a desk that could not be drawn is asked for again. @type {ReturnType<typeof setTimeout> | undefined} */ let later;

const sheet = new Sheet(/** @type {HTMLDialogElement} */ (by("sheet")), {
  match,
  language,
  words: room.dataset,
  taken(version) {
    say((room.dataset.sent ?? "").replace("{version}", String(version)));
    void redraw();
  },
  meanwhile: () => void redraw(),
  back,
});

/** Draw the desk as it is now; while that is under way, once more after it. */
function redraw() {
  again = drawing !== null;
  drawing ??= drawn().finally(() => {
    drawing = null;
    if (again && later === undefined) void redraw();
  });
  return drawing;
}

async function drawn() {
  clearTimeout(later);
  later = undefined;
  const asked = new URLSearchParams({ lang: language, find, every: String(every), board: String(!live) });
  const answer = await ask(`/direct/${match}/desk?${asked}`);
  const { ok, status, said } = answer;
  if (!ok) {
    const told = why(answer, room.dataset);
    if (SHUT.has(status) || room.hidden) lost(told ?? said.detail ?? String(status));
    if (told !== undefined && !SHUT.has(status)) later = setTimeout(() => void redraw(), Math.max(AGAIN, answer.later * 1000));
    return;
  }
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const row = focused?.closest("tr") ?? null;
  const within = desk.contains(focused);
  morph(desk, said.html);
  if (within && focused !== document.activeElement) back([focused, row]);
  desk.dataset.version = said.version;
  clocks(desk);
  ages(desk);
  by("title").textContent = said.title;
  document.title = `${said.title} · Scorepad`;
  if (said.board !== undefined) {
    dressed(said.style);
    board.className = `board ${said.style}`;
    morph(board, said.board);
  }
  room.hidden = false;
  by("needs").hidden = true;
}

/** What is held is no good, or no longer; or it is not known yet. @param {string} said */
function lost(said) {
  by("needs").hidden = false;
  const fault = by("no-good");
  fault.textContent = said;
  fault.hidden = false;
}

/** Put the focus on the first place that is still there, else on the heading. @param {(HTMLElement | null)[]} places */
function back(places) {
  (places.find((each) => each?.isConnected) ?? by("title")).focus();
}

/** Have the board's own style sheet. @param {string} style */
function dressed(style) {
  const href = `/static/boards/${style}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}

/** @param {string} text */
function say(text) {
  by("done").textContent = text;
}

desk.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const opener = /** @type {HTMLElement | null} */ (target.closest("[data-form]"));
  if (opener) {
    const { form: act = "", of = "", type = "" } = opener.dataset;
    void sheet.open(String(new URLSearchParams({ act, ...(of && { of }), ...(type && { type }) })), opener);
  }
  if (target.closest("[data-every]")) {
    every = true;
    void redraw();
  }
});

/** @type {ReturnType<typeof setTimeout> | undefined} */ let typed;
desk.addEventListener("input", (event) => {
  find = /** @type {HTMLInputElement} */ (event.target).value;
  clearTimeout(typed);
  typed = setTimeout(() => void redraw(), TYPED);
});

by("use").addEventListener("click", use);
by("key").addEventListener("keydown", (event) => { if (event.key === "Enter") use(); });

/** Hold the key that was typed; it is shown nowhere, and its field is emptied. While the desk is being drawn a second press does nothing. */
function use() {
  if (drawing) return;
  const field = /** @type {HTMLInputElement} */ (by("key"));
  hold(field.value);
  field.value = "";
  by("no-good").hidden = true;
  void redraw().then(() => { if (!room.hidden) by("seek").focus(); });
}

/** Whether the desk is asked for by itself, or stands still until another key is typed. */
const waits = () => later !== undefined || !by("needs").hidden;

/** Where no link may stand in a stream's address, it is asked whether the match went on. */
async function poll() {
  if (!held() || room.hidden || document.hidden || waits() || polling) return;
  polling = true;
  const { ok, status, said } = await ask(`/v1/matches/${match}`);
  polling = false;
  if (SHUT.has(status) || (ok && String(said.version) !== desk.dataset.version)) await redraw();
}

/** @type {HTMLDetailsElement} */ (by("small")).open = !small.matches;
clocks(desk);
if (live) {
  whenDrawn((drawn) => { if (!waits() && String(drawn.version) !== desk.dataset.version) void redraw(); });
  follow();
} else setInterval(() => void poll(), POLLED);
