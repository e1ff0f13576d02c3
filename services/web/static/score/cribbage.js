// Cribbage: points as they are pegged (`a 4`, `b 12 crib`), hands by their cards (`hand b 5h 5s 5c jd`), games (`game a 88`).
// @ts-check

import { cards, filled, shown } from "./fields.js";

/** @typedef {import("./fields.js").Desk} Desk */
/** @typedef {import("./fields.js").Event} Event */
/** @typedef {import("./fields.js").Game} Game */
/** @typedef {import("./fields.js").Typed} Typed */
/** @typedef {import("./fields.js").Values} Values */

const PEGGED = "cribbage.points_pegged";
const GAME = "cribbage.game_scored";
const DEALT = "cribbage.dealt";
const CUT = "cribbage.starter_cut";
const LAID = "cribbage.card_played";
const GO = "cribbage.go_said";
const HAND = "cribbage.hand_shown";
const CRIB = "cribbage.crib_shown";
/** What points are for, by what is typed: whole, or as far as it takes. */
const FOR = ["play", "hand", "crib", "heels", "penalty", "other"];
const HEELS = "2";
const FOUR = 4;
/** Points from one to twelve have keys. */
const KEYS = 12;

/** @param {string} line @param {Desk} desk @returns {Typed | null} */
function parse(line, { situation, done }) {
  const text = line.trim().toLowerCase();
  /** @param {string} entry @param {Values} [values] @param {string} [rest] */
  const typed = (entry, values = {}, rest = "") => ({ entry, values, rest });
  const turn = situation.turn ?? "";
  const dealer = done.some(({ type }) => type === DEALT) ? "" : (situation.dealer ?? "");
  const points = /^([a-d])\s*(\d{1,3})(?:\s+([a-z]+))?$/.exec(text);
  if (points) {
    const what = points[3] ? FOR.find((each) => each.startsWith(points[3])) : "play";
    return typed(PEGGED, { seat: points[1].toUpperCase(), ...amount(points[2]), for: what ?? "" }, what ? "" : points[3]);
  }
  const heels = /^heels(?:\s+([a-d]))?$/.exec(text);
  if (heels) return typed(PEGGED, { seat: (heels[1] ?? dealer).toUpperCase(), points: HEELS, other: "", for: "heels" });
  const won = /^game\s+([a-d])\s+(\d{1,3})$/.exec(text);
  if (won) return typed(GAME, { winner: won[1].toUpperCase(), loser_score: won[2] });
  const deal = /^deal(?:\s+([a-d]))?$/.exec(text);
  if (deal) return typed(DEALT, { seat: (deal[1] ?? "").toUpperCase() });
  const go = /^go(?:\s+([a-d]))?$/.exec(text);
  if (go) return typed(GO, { seat: (go[1] ?? turn).toUpperCase() });
  const by_cards = /^(cut|lay|hand|crib)(?:\s+([a-d])(?=\s|$))?\s*(.*?)(?:=\s*(\d{1,2}))?$/.exec(text);
  if (!by_cards) return null;
  const named = cards(by_cards[3]);
  const entry = { cut: CUT, lay: LAID, hand: HAND, crib: CRIB }[by_cards[1]] ?? CUT;
  const seat = (by_cards[2] ?? (entry === CRIB ? dealer : turn)).toUpperCase();
  return typed(entry, { seat, cards: named.cards.join(" "), claimed: by_cards[4] ?? "" }, named.rest);
}

/** Points as the fields have them: on a key, or written. @param {string} points @returns {Values} */
const amount = (points) => (Number(points) >= 1 && Number(points) <= KEYS ? { points: String(Number(points)), other: "" } : { points: "", other: points });

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Event | string} */
function event(entry, values, desk) {
  switch (entry) {
    case PEGGED:
      return pegged(values);
    case GAME:
      if (!values.winner) return "which_winner";
      return /^\d{1,3}$/.test(values.loser_score) ? { type: GAME, data: { winner: values.winner, loser_score: Number(values.loser_score) } } : "which_score";
    case DEALT:
      return { type: DEALT, data: values.seat ? { dealer: values.seat } : {} };
    default:
      return by_cards(entry, values, desk);
  }
}

/** @param {Values} values @returns {Event | string} */
function pegged(values) {
  const points = values.other || values.points;
  if (!values.seat) return "which_seat";
  if (values.for === "heels") return { type: PEGGED, data: { seat: values.seat, points: Number(HEELS), for: "heels" } };
  if (!/^\d{1,3}$/.test(points ?? "")) return "which_points";
  return values.for ? { type: PEGGED, data: { seat: values.seat, points: Number(points), for: values.for } } : "which_for";
}

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Event | string} */
function by_cards(entry, values, desk) {
  const named = cards(values.cards ?? "");
  if (named.rest) return "which_cards";
  if (entry === CUT) return named.cards.length === 1 ? { type: CUT, data: { card: named.cards[0] } } : "one_card";
  const seat = values.seat || desk.situation.turn;
  if (!seat) return "which_seat";
  if (entry === GO) return { type: GO, data: { seat } };
  if (entry === LAID) return named.cards.length === 1 ? { type: LAID, data: { seat, card: named.cards[0] } } : "one_card";
  if (named.cards.length !== FOUR) return "four_cards";
  const claimed = /^\d{1,2}$/.test(values.claimed ?? "") ? { claimed: Number(values.claimed) } : {};
  return { type: entry, data: { seat, cards: named.cards, ...claimed } };
}

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Values} */
function ahead(entry, values, { situation, done }) {
  if (entry === PEGGED) return { for: values.for || "play" };
  return entry === GAME || done.length ? {} : { seat: situation.turn ?? "" };
}

/** @param {Event} event @param {Record<string, string>} words */
function say({ type, data }, words) {
  const seat = String(data.seat ?? data.winner ?? "");
  switch (type) {
    case PEGGED:
      return filled(words.pegs, { seat, points: data.points, reasons: words[`for_${data.for}`] });
    case GAME:
      return filled(words.game, { seat, number: data.loser_score });
    case DEALT:
      return data.dealer ? filled(words.deals, { seat: data.dealer }) : words.deal;
    case CUT:
      return filled(words.starter, { card: shown(String(data.card)) });
    case LAID:
      return filled(words.card, { seat, card: shown(String(data.card)) });
    case GO:
      return filled(words.go, { seat });
    default: {
      const hand = /** @type {string[]} */ (data.cards).map(shown).join(" ");
      const claimed = data.claimed === undefined ? "" : ` ${filled(words.claimed, { seat, number: data.claimed })}`;
      return filled(type === HAND ? words.hand : words.crib, { seat, cards: hand }) + claimed;
    }
  }
}

/** @param {Event} event @returns {Typed | null} */
function back({ type, data }) {
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? value.join(" ") : String(value)]));
  if (type === PEGGED) return { entry: PEGGED, values: { ...values, ...amount(values.points) }, rest: "" };
  if (type === CUT || type === LAID) return { entry: type, values: { ...values, cards: values.card }, rest: "" };
  return { entry: type, values, rest: "" };
}

/** @type {Game} */
export const game = { parse, event, say, ahead, back };
