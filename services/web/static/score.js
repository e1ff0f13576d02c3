// The scorer's page: makes entries of keys and lines, sends them, and shows what became of them.
// @ts-check

import { ask } from "./asking.js";
import { follow } from "./live.js";
import { morph } from "./morph.js";
import { game as bridge } from "./score/bridge.js";
import { game as cribbage } from "./score/cribbage.js";
import { Panel } from "./score/panel.js";
import { Queue } from "./score/queue.js";
import { game as schnapsen } from "./score/schnapsen.js";
import { Waiting, since } from "./score/waiting.js";

/** @typedef {import("./score/queue.js").Entry} Entry */
/** @typedef {import("./score/fields.js").Event} Event */

const GAMES = { rubber: bridge, chicago: bridge, teams: bridge, pairs: bridge, schnapsen, sixtysix: schnapsen, cribbage };
/** What was drawn less than this ago was not read yet. */
const GLANCE = 700;
const SKEW = 60_000;
const AGAIN = 5000;

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
/** The entry that stands in the fields still. */
let inFields = "";
let asking = false;
let askAgain = false;

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
  edit(entry) {
    if (panel.back(entry)) queue.drop(entry.id);
  },
  again(entry) {
    queue.again(entry.id, listed);
    void kept(entry.id);
  },
  drop(entry) {
    queue.drop(entry.id);
    say(words.dropped);
  },
});
const panel = new Panel(fields, GAMES[/** @type {keyof typeof GAMES} */ (name)], words, {
  onItsWay: () => queue.entries,
  record,
  undo: undoLast,
});

/** Record an event; the answer says why not, if the fields are to stay. @param {Event} event @param {string} said @returns {Promise<string>} */
async function record(event, said) {
  meanwhile.hidden = true;
  const { id } = queue.add(event, said, seen(), time());
  inFields = id;
  const entry = await kept(id);
  inFields = "";
  if (entry?.state !== "refused") return "";
  queue.drop(id);
  return inWords(entry.detail);
}

/** Wait for what becomes of an entry, and say so if it has to wait. @param {string} id */
async function kept(id) {
  const entry = await queue.settled(id);
  const stuck = queue.entries.some(({ state }) => state === "moved" || state === "refused");
  if (entry?.state === "waiting" && !stuck) say(words.kept);
  return entry;
}

/** Say what became of an entry, now or long after it was made. @param {Entry} entry */
async function answered({ id, state, version, detail }) {
  if (state === "sent") say(words.recorded.replace("{version}", String(version)));
  if (state === "moved") say(words.moved);
  if (state === "refused" && id !== inFields) queue.explain(id, await inWords(detail));
  await look();
}

/** @param {string} text */
function say(text) {
  status.textContent = text;
}

/** A refusal in the page's language. @param {string} refusal */
async function inWords(refusal) {
  const { ok, said } = await ask(address({ refusal: refusal.slice(0, 1000) }));
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
  const { ok, status, said } = await ask(address({ after: String(Math.min(oldest, listed)) }));
  asking = false;
  if (ok) hear(said);
  else if (!status) setTimeout(() => void look(), AGAIN);
  if (askAgain) await look();
}

/** @param {{ version: number, status: string, html: string, situation: unknown }} news */
function hear(news) {
  const before = listed;
  morph(list, news.html);
  listed = Math.max(listed, news.version);
  queue.listed(listed);
  panel.situate(news.situation, news.status);
  const theirs = since(list, before).filter((line) => line.hasAttribute("data-theirs"));
  if (theirs.length && panel.begun) {
    meanwhile.querySelector("ul")?.replaceChildren(...theirs);
    meanwhile.hidden = false;
  }
  waiting.show(list);
}

/** Take back an entry of the log, or have it count again. @param {"match.withdrawn" | "match.restored"} type @param {string} version */
async function mend(type, version) {
  const back = type === "match.withdrawn";
  const data = { of: Number(version), reason: back ? words.mistaken : words.mistaken_undo };
  const { id } = queue.add({ type, data }, (back ? words.take_back : words.put_back).replace("{version}", version), seen(), time());
  await kept(id);
}

/** Take back the last: what has not been sent is only forgotten. */
function undoLast() {
  const last = queue.entries.at(-1);
  if (last && last.state !== "sent" && !last.tried) {
    queue.drop(last.id);
    say(words.dropped);
    return;
  }
  const button = /** @type {HTMLElement | null} */ (list.querySelector("[data-undo]"));
  if (button) void mend("match.withdrawn", button.dataset.undo ?? "");
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
