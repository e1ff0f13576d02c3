// The scorer's page: makes entries of keys and lines, sends them, and shows what became of them.
// @ts-check

import { ask, passing } from "./asking.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";
import { game as bridge } from "./score/bridge.js";
import { game as cribbage } from "./score/cribbage.js";
import { Panel } from "./score/panel.js";
import { Queue, UNDOING } from "./score/queue.js";
import { game as schnapsen } from "./score/schnapsen.js";
import { steady } from "./score/steady.js";
import { Waiting, after, since } from "./score/waiting.js";

/** @typedef {import("./score/queue.js").Entry} Entry */
/** @typedef {import("./score/fields.js").Event} Event */

const GAMES = { rubber: bridge, chicago: bridge, teams: bridge, pairs: bridge, schnapsen, sixtysix: schnapsen, cribbage };
/** What was drawn less than this ago was not read yet. */
const GLANCE = 700;
const SKEW = 60_000;
const AGAIN = 5000;
/** How long a line waits to know whose turn it is. */
const HELD_UP = 2000;
/** How long a refusal waits for its words in the page's language. */
const PATIENCE = 3000;

const place = /** @type {HTMLElement} */ (document.getElementById("scoring"));
const list = /** @type {HTMLElement} */ (document.getElementById("entries"));
const status = /** @type {HTMLElement} */ (document.getElementById("sent"));
const meanwhile = /** @type {HTMLElement} */ (document.getElementById("meanwhile"));
const { match = "", key = "", now = "", name = "" } = place.dataset;
const fields = /** @type {HTMLElement} */ (document.getElementById("panel"));
const words = /** @type {Record<string, string>} */ ({ ...JSON.parse(place.dataset.words ?? "{}"), ...JSON.parse(fields.dataset.words || "{}") });
const board = /** @type {HTMLElement} */ (document.querySelector(".board"));
const ahead = Date.now() - Date.parse(now);

let drawn = { version: Number(board.dataset.version), before: Number(board.dataset.version), at: 0 };
let listed = Number(list.dataset.version);
/** The entry that is being changed in the fields. */
let changing = "";
/** Entries that go back into their fields if they are refused. @type {Set<string>} */
const inFields = new Set();
let asking = false;
let askAgain = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let lookAgain;

/** The version that is shown, to somebody who had the time to look. */
const seen = () => (Date.now() - drawn.at < GLANCE && drawn.version > queue.at ? drawn.before : drawn.version);

/** When it is, by the server's clock where this one's is wrong. */
const time = () => new Date(Date.now() - (Math.abs(ahead) > SKEW ? ahead : 0)).toISOString();

const queue = new Queue({
  match,
  key,
  tell: () => waiting.show(list),
  answered: (entry) => void answered(entry),
});
const waiting = new Waiting(/** @type {HTMLElement} */ (document.getElementById("waiting")), queue, {
  editable: (entry) => panel.takes(entry),
  edit(entry) {
    if (!panel.back(entry)) return;
    changing = entry.id;
    queue.hold(entry.id);
  },
  again(entry) {
    changing = "";
    queue.again(entry.id, listed);
    void kept(entry.id);
  },
  drop,
});
const panel = new Panel(fields, GAMES[/** @type {keyof typeof GAMES} */ (name)], words, {
  onItsWay: () => queue.entries,
  ours: (version) => queue.sent.has(version),
  known,
  seen,
  record,
  undo: undoLast,
});

/**
 * Record an event; the answer says why not, if it goes back into the fields.
 * @param {Event} event @param {string} said @param {number} begun the version at which it was @param {() => boolean} untouched whether the fields are as it left them
 */
async function record(event, said, begun, untouched) {
  meanwhile.hidden = true;
  const { id } = queue.add(event, said, begun, time(), { instead: changing });
  changing = "";
  inFields.add(id);
  const entry = await kept(id);
  inFields.delete(id);
  if (entry?.state !== "refused") return "";
  const why = await inWords(entry.detail);
  if (queue.entries.every((each) => each.id !== id)) return "";
  if (!untouched()) {
    queue.explain(id, why);
    return "";
  }
  if (queue.entries.at(-1)?.id === id) queue.drop(id);
  else {
    // Others wait behind it, and go in their order.
    queue.hold(id);
    changing = id;
  }
  return why;
}

/** @param {Entry} entry */
function drop({ id }) {
  if (changing === id) changing = "";
  queue.drop(id);
  say(words.dropped);
}

/** Wait for what becomes of an entry, and say so if it has to wait. @param {string} id */
async function kept(id) {
  const entry = await queue.settled(id);
  const stuck = queue.entries.some(({ state }) => state !== "waiting" && state !== "sent");
  if (entry?.state === "waiting" && !stuck) say(queue.ended ? words.ended : words.kept);
  return entry;
}

/** Until all that was sent is listed, for a moment at most. */
async function known() {
  const till = Date.now() + HELD_UP;
  while (queue.entries.length && Date.now() < till) await new Promise((resolve) => { setTimeout(resolve, GLANCE / 10); });
}

/** Say what became of an entry, now or long after it was made. @param {import("./score/queue.js").Became} entry */
async function answered({ id, state, version, detail }) {
  if (state === "sent") say(words.recorded.replace("{version}", String(version)));
  if (state === "idle") say(words.already);
  if (state === "refused" && !inFields.has(id)) queue.explain(id, await inWords(detail));
  await look();
  if (queue.entries.some((each) => each.id === id && each.state === "moved")) say(words.moved);
}

/** Send an entry again that nothing new stands against: what was reported meanwhile is of other tables. */
function passOn() {
  const moved = queue.entries.find(({ state }) => state === "moved");
  if (!moved) return;
  const { id, base, data } = moved;
  const news = after(list, base ?? 0).map((line) => JSON.parse(line.dataset.place || "null"));
  const whole = news.length > 0 && news.length === listed - (base ?? 0);
  if (whole && news.every((place) => elsewhere(place, data))) queue.again(id, listed);
}

/** Whether what was reported leaves an entry as it is. @param {unknown[] | null} place its board, and room or pairs; empty: of no deal; null: anywhere @param {Record<string, unknown>} data */
function elsewhere(place, { board, room, ns, ew }) {
  if (!place?.length) return place !== null;
  const mine = [board, room ?? ns, ew];
  return room !== undefined || ns !== undefined ? place.some((each, at) => mine[at] !== each) : false;
}

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

/** A refusal in the page's language. @param {string} refusal */
async function inWords(refusal) {
  const { ok, said } = await ask(address({ refusal: refusal.slice(0, 1000) }), { patience: PATIENCE });
  return ok ? said.refused : refusal;
}

/** @param {Record<string, string>} more */
function address(more) {
  return `/score/${match}/entries?${new URLSearchParams({ lang: document.documentElement.lang, ...more })}`;
}

/** Look at the log: what is recorded, and what comes next. */
async function look() {
  askAgain = asking;
  if (asking) return;
  asking = true;
  const oldest = queue.entries.find((each) => each.state === "moved")?.base ?? listed;
  const answer = await ask(address({ after: String(Math.min(oldest, listed)) }));
  asking = false;
  clearTimeout(lookAgain);
  if (answer.ok) hear(answer.said);
  else if (passing(answer)) lookAgain = setTimeout(() => void look(), Math.max(AGAIN, answer.later * 1000));
  if (askAgain) await look();
}

/** @param {{ version: number, status: string, html: string, situation: unknown }} news */
function hear(news) {
  const before = listed;
  morph(list, news.html);
  listed = Math.max(listed, news.version);
  queue.listed(listed);
  panel.situate(news.situation, news.status);
  const ours = queue.sent;
  if (panel.begun && after(list, before).some((line) => !ours.has(Number(line.dataset.version)))) {
    meanwhile.querySelector("ul")?.replaceChildren(...since(list, before));
    meanwhile.hidden = false;
  }
  passOn();
  waiting.show(list);
  steady(() => panel.refocus());
}

/** Take back an entry of the log, or have it count again. @param {"match.withdrawn" | "match.restored"} type @param {string} version */
async function mend(type, version) {
  const back = type === "match.withdrawn";
  const data = { of: Number(version), reason: back ? words.mistaken : words.mistaken_undo };
  const { id } = queue.add({ type, data }, (back ? words.take_back : words.put_back).replace("{version}", version), seen(), time());
  await kept(id);
}

/** Take back what was entered last here: what has not been sent is only forgotten, and what may have been is taken back when that is known. */
function undoLast() {
  const undoing = queue.entries.filter(({ type }) => UNDOING.has(type));
  const undone = new Set(undoing.flatMap(({ undoes, data }) => [undoes, data.of]));
  const last = queue.entries.findLast(({ type, id, version }) => !UNDOING.has(type) && !undone.has(id) && !undone.has(version || undefined));
  if (last?.state === "sent") return void mend("match.withdrawn", String(last.version));
  if (last?.state === "waiting" && last.tried) {
    queue.add({ type: "match.withdrawn", data: { of: 0, reason: words.mistaken } }, words.take_it_back.replace("{said}", last.said), seen(), time(), { undoes: last.id });
    return say(words.unsure);
  }
  if (last) return drop(last);
  if (panel.forget()) return say(words.dropped);
  const ours = queue.sent;
  const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-undo]"))].map((button) => Number(button.dataset.undo));
  const version = buttons.find((each) => ours.has(each) && !undone.has(each));
  if (version) void mend("match.withdrawn", String(version));
  else say(words.nothing);
}

list.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest("button");
  if (button?.dataset.undo) void mend("match.withdrawn", button.dataset.undo);
  if (button?.dataset.restore) void mend("match.restored", button.dataset.restore);
});

const strays = /** @type {HTMLElement} */ (document.getElementById("strays"));
strays.hidden = !queue.strays(false).length;
strays.querySelector("button")?.addEventListener("click", () => {
  queue.strays(true);
  strays.hidden = true;
  void queue.pump();
});

new MutationObserver(() => {
  const version = Number(board.dataset.version);
  if (version === drawn.version) return;
  drawn = { version, before: drawn.version, at: Date.now() };
  void look();
}).observe(board, { attributeFilter: ["data-version"] });

addEventListener("online", () => void look());
follow();
waiting.show(list);
void queue.pump().then(look);
