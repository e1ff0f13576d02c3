// Schnapsen and Sixty-Six: deals by their result (`a 2`), or trick by trick (`qs as`, `40 h`, `close`, `66`).
// @ts-check

import { cards, filled, shown } from "./fields.js";

/** @typedef {import("./fields.js").Desk} Desk */
/** @typedef {import("./fields.js").Event} Event */
/** @typedef {import("./fields.js").Game} Game */
/** @typedef {import("./fields.js").Typed} Typed */
/** @typedef {import("./fields.js").Values} Values */

const RESULT = "schnapsen.deal_scored";
const DEALT = "schnapsen.dealt";
const TRICK = "schnapsen.trick_played";
const CARD = "schnapsen.card_played";
const MARRIAGE = "schnapsen.marriage_declared";
/** What is done by a word alone, by whose turn it is, or by the seat named after it. */
const DONE = /** @type {Record<string, string>} */ ({
  close: "schnapsen.talon_closed",
  66: "schnapsen.sixty_six_claimed",
  x: "schnapsen.trump_exchanged",
  exchange: "schnapsen.trump_exchanged",
});

/** @param {string} line @param {Desk} desk @returns {Typed | null} */
function parse(line, desk) {
  const text = line.trim().toLowerCase();
  /** @param {string} entry @param {Values} [values] @param {string} [rest] */
  const typed = (entry, values = {}, rest = "") => ({ entry, values, rest });
  const result = /^([ab])\s*([123])$/.exec(text);
  if (result) return typed(RESULT, { winner: result[1].toUpperCase(), game_points: result[2] });
  if (/^(?:draw|drawn|0)$/.test(text)) return typed(RESULT, { winner: "none", game_points: "0" });
  const done = /^(close|66|x|exchange)(?:\s+([ab]))?$/.exec(text);
  if (done) return typed(DONE[done[1]], { seat: (done[2] ?? desk.situation.turn ?? "").toUpperCase() });
  if (/^(?:end|out)$/.test(text)) return typed("schnapsen.deal_ended");
  const marriage = /^(?:m|20|40)\s*([shdc])(?:\s+([ab]))?$/.exec(text);
  if (marriage) return typed(MARRIAGE, { suit: marriage[1].toUpperCase(), seat: (marriage[2] ?? desk.situation.turn ?? "").toUpperCase() });
  const deal = /^deal(?:\s+(.*))?$/.exec(text);
  const named = cards(deal ? (deal[1] ?? "") : text);
  if (deal) return typed(DEALT, { turn_up: named.cards.join(" ") }, named.rest);
  return named.cards.length ? typed(TRICK, { cards: named.cards.join(" ") }, named.rest) : null;
}

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Event | string} */
function event(entry, values, desk) {
  if (entry === RESULT) return scored(values);
  if (entry === DEALT) return dealt(values);
  if (entry === TRICK) return played(values, desk);
  if (entry === "schnapsen.deal_ended") return { type: entry, data: {} };
  if (!values.seat) return "which_seat";
  if (entry === MARRIAGE) return values.suit ? { type: entry, data: { seat: values.seat, suit: values.suit } } : "which_suit";
  return { type: entry, data: { seat: values.seat } };
}

/** @param {Values} values @returns {Event | string} */
function scored({ winner, game_points: points, how }) {
  if (!winner) return "which_winner";
  if (winner === "none") return { type: RESULT, data: { winner: null, game_points: 0 } };
  if (!points || points === "0") return "which_points";
  return { type: RESULT, data: { winner, game_points: Number(points), ...(how ? { how } : {}) } };
}

/** @param {Values} values @returns {Event | string} */
function dealt({ turn_up: text }) {
  const named = cards(text ?? "");
  if (named.rest || named.cards.length > 1) return "which_turn_up";
  return { type: DEALT, data: named.cards.length ? { turn_up: named.cards[0] } : {} };
}

/** One card is laid by whose turn it is; two are a trick. @param {Values} values @param {Desk} desk @returns {Event | string} */
function played(values, desk) {
  const named = cards(values.cards ?? "");
  const [lead, follow] = named.cards;
  if (named.rest || !lead || named.cards.length > 2) return "which_cards";
  if (follow) return { type: TRICK, data: { lead, follow } };
  const seat = values.seat || desk.situation.turn;
  return seat ? { type: CARD, data: { seat, card: lead } } : "which_seat";
}

/** @param {string} entry @param {Values} _values @param {Desk} desk @returns {Values} */
const ahead = (entry, _values, { situation, done }) => (entry === RESULT || done.length ? {} : { seat: situation.turn ?? "" });

/** @param {Event} event @param {Record<string, string>} words */
function say({ type, data }, words) {
  const seat = String(data.seat ?? data.winner ?? "");
  switch (type) {
    case RESULT: {
      if (data.winner === null) return words.drawn;
      const how = data.how ? `, ${words[`how_${data.how}`]}` : "";
      return filled(data.game_points === 1 ? words.won_one : words.won, { seat, number: data.game_points }) + how;
    }
    case DEALT:
      return data.turn_up ? filled(words.deal_with, { card: shown(String(data.turn_up)) }) : words.deal;
    case TRICK:
      return filled(words.trick, { cards: `${shown(String(data.lead))} ${shown(String(data.follow))}` });
    case CARD:
      return filled(words.card, { seat, card: shown(String(data.card)) });
    case MARRIAGE:
      return filled(words.marriage, { seat, suit: words[`suit_${data.suit}`] });
    default:
      return filled(words[type.split(".")[1]], { seat });
  }
}

/** @param {Event} event @returns {Typed | null} */
function back({ type, data }) {
  if (type === RESULT) {
    const values = { winner: data.winner === null ? "none" : String(data.winner), game_points: String(data.game_points), how: String(data.how ?? "") };
    return { entry: RESULT, values, rest: "" };
  }
  if (type === TRICK) return { entry: TRICK, values: { cards: `${data.lead} ${data.follow}` }, rest: "" };
  if (type === CARD) return { entry: TRICK, values: { cards: String(data.card), seat: String(data.seat) }, rest: "" };
  return null;
}

/** @type {Game} */
export const game = { parse, event, say, ahead, back };
