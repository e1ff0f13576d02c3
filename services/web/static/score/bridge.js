// Bridge: a result from keys or from a line such as `4sx n +1`, at a rubber, in a room or at a table.
// @ts-check

import { cards, filled, shown, sign } from "./fields.js";

/** @typedef {import("./fields.js").Desk} Desk */
/** @typedef {import("./fields.js").Event} Event */
/** @typedef {import("./fields.js").Game} Game */
/** @typedef {import("./fields.js").Typed} Typed */
/** @typedef {import("./fields.js").Values} Values */
/** @typedef {{ board: number, ns?: string, ew?: string, room?: string, round?: number, table?: string }} Place */

const DEAL = "bridge.deal_played";
const HONOURS = "bridge.honours_claimed";
const BOOK = 6;
/** Results have keys from three down to three over. */
const KEYS = 3;
const STRAINS = /** @type {Record<string, string>} */ ({ "♣": "C", "♦": "D", "♥": "H", "♠": "S", NT: "N" });

/** @param {string} line @returns {Typed} */
function parse(line) {
  let rest = line.trim().replaceAll("−", "-").replaceAll("\uFE0E", "").toLowerCase();
  /** @type {Values} */
  const values = {};
  /** @param {RegExp} pattern @param {(found: RegExpExecArray) => void} what */
  const take = (pattern, what) => {
    const found = pattern.exec(rest);
    if (!found) return false;
    what(found);
    rest = rest.slice(found[0].length).trimStart();
    return true;
  };
  const honours = take(/^(?:h|hon|honou?rs)\s+([nesw])\s+(100|150)$/, ([, seat, points]) => Object.assign(values, { seat: seat.toUpperCase(), points }));
  if (honours) return { entry: HONOURS, values, rest };
  take(/^(?:b|#)\s*(\d{1,4})(?:\s+|$)/, ([, board]) => { values.board = board; });
  take(/^(open|closed|o|c)(?:\s+|$)/, ([, room]) => { values.room = room.startsWith("o") ? "open" : "closed"; });
  take(/^(\w{1,20})\s*[-:]\s*(\w{1,20})\s+/, ([, ns, ew]) => Object.assign(values, { ns: ns.toUpperCase(), ew: ew.toUpperCase() }));
  if (take(/^p(?:ass)?(?:\s+|$)/, () => { values.level = "Pass"; })) return { entry: DEAL, values, rest };
  take(/^([1-7])\s*(nt|sa|[cdhsn♣♦♥♠])\s*(xx|x|\*\*|\*)?\s*/, ([, level, strain, doubled]) => {
    const letter = strain === "nt" || strain === "sa" ? "N" : (STRAINS[strain] ?? strain.toUpperCase());
    Object.assign(values, { level, strain: letter, doubled: "X".repeat(doubled?.length ?? 0) });
  }) && take(/^(?:by\s+)?([neswo])\s*/, ([, seat]) => { values.declarer = seat === "o" ? "E" : seat.toUpperCase(); })
    && take(/^(=|[+-]\s*\d{1,2}|\d{1,2}(?=\s|$))/, ([, result]) => Object.assign(values, outcome(result.replaceAll(/\s/g, ""), Number(values.level))))
    && cards(rest).cards.length === 1 && !cards(rest).rest && (values.lead = rest, rest = "");
  return { entry: DEAL, values, rest };
}

/** A result as the fields have it: what there is no key for is said by its tricks. @param {string} result @param {number} level @returns {Values} */
function outcome(result, level) {
  if (/^\d/.test(result)) return { tricks: result, result: "" };
  if (result === "=" || Math.abs(Number(result)) <= KEYS) return { result, tricks: "" };
  return { tricks: String(BOOK + level + Number(result)), result: "" };
}

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Event | string} */
function event(entry, values, desk) {
  if (entry === HONOURS) {
    if (!values.seat) return "which_seat";
    return values.points ? { type: HONOURS, data: { seat: values.seat, points: Number(values.points) } } : "which_points";
  }
  const where = place(values, desk);
  if (typeof where === "string") return where;
  if (values.level === "Pass") return { type: DEAL, data: { ...where, contract: "Pass" } };
  if (!values.level || !values.strain) return "which_contract";
  if (!values.declarer) return "which_declarer";
  const result = values.tricks ? { tricks: Number(values.tricks) } : { result: values.result };
  if (!values.tricks && !values.result) return "which_result";
  const lead = values.lead ? cards(values.lead) : { cards: [], rest: "" };
  if (lead.rest || lead.cards.length > 1) return "which_lead";
  const contract = `${values.level}${values.strain}${values.doubled ?? ""}`;
  const led = lead.cards.length ? { lead: lead.cards[0] } : {};
  return { type: DEAL, data: { ...where, contract, declarer: values.declarer, ...result, ...led } };
}

/** Where it was played; what there are no fields for is not said. @param {Values} values @param {Desk} desk @returns {Partial<Place> | string} */
function place(values, desk) {
  if (!("board" in values)) return {};
  if (!/^\d{1,4}$/.test(values.board)) return "which_board";
  const board = Number(values.board);
  if (!("ns" in values)) return values.room ? { board, room: values.room } : "which_room";
  if (!values.ns || !values.ew) return "which_pairs";
  const tables = values.table ? [values.table] : Object.keys(desk.situation.tables ?? {});
  const slot = tables.flatMap((table) => slots(desk, table)).find((each) => each.board === board && each.ns === values.ns && each.ew === values.ew);
  return { board, ns: values.ns, ew: values.ew, ...(slot ? { round: slot.round, table: slot.table } : {}) };
}

/** @param {Desk} desk @param {string | undefined} table @returns {Place[]} */
const slots = (desk, table) => desk.situation.tables?.[table ?? ""] ?? [];

/** Whether a slot is on its way already. @param {Place} slot @param {Desk} desk */
const isDone = (slot, { done }) =>
  done.some(({ type, data }) => type === DEAL && data.board === slot.board && data.ns === slot.ns && data.ew === slot.ew && data.room === slot.room);

/** @param {string} entry @param {Values} values @param {Desk} desk @returns {Values} */
function ahead(entry, values, desk) {
  if (entry !== DEAL) return {};
  const { situation } = desk;
  const last = /** @type {Place | undefined} */ (desk.done.findLast(({ data }) => data.board)?.data) ?? situation.last;
  if (situation.rooms) {
    const room = values.room ?? "";
    const board = (situation.rooms[room] ?? []).find((/** @type {number} */ each) => !isDone({ board: each, room }, desk));
    return { room, board: board ? String(board) : "" };
  }
  if (!situation.tables) return {};
  if (!situation.movement) return last ? { board: String(last.board + 1), ns: last.ns ?? "", ew: last.ew ?? "" } : {};
  const table = values.table ?? "";
  const slot = slots(desk, table).find((each) => !isDone(each, desk));
  return slot ? { table, board: String(slot.board), ns: slot.ns ?? "", ew: slot.ew ?? "" } : { table, board: "", ns: "", ew: "" };
}

/** @param {Event} event @param {Record<string, string>} words */
function say({ type, data }, words) {
  if (type === HONOURS) return filled(words.honours, { seat: words[String(data.seat)], points: data.points });
  const said = dealt(data, words);
  if (!data.board) return said;
  return filled(data.room ? words[`${data.room}_room`] : words.against, { ...data, said });
}

/** @param {Record<string, unknown>} data @param {Record<string, string>} words */
function dealt(data, words) {
  const text = String(data.contract);
  if (text === "Pass") return words.passed;
  const level = Number(text[0]);
  const bid = `${level}${text[1] === "N" ? words.NT : sign(text[1])}`;
  const contract = text.endsWith("XX") ? filled(words.redoubled, { bid }) : text.endsWith("X") ? filled(words.doubled, { bid }) : bid;
  const over = data.tricks === undefined ? Number(data.result === "=" ? 0 : data.result) : Number(data.tricks) - BOOK - level;
  const led = data.lead ? `, ${filled(words.led, { card: shown(String(data.lead)) })}` : "";
  return filled(over < 0 ? words.down : words.made, { contract, seat: words[String(data.declarer)], number: over < 0 ? -over : level + over }) + led;
}

/** @param {Event} event @returns {Typed | null} */
function back({ type, data }) {
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
  if (type === HONOURS) return { entry: HONOURS, values, rest: "" };
  if (type !== DEAL) return null;
  const { contract, ...others } = values;
  /** @type {Values} */
  const bid = contract === "Pass" ? { level: "Pass" } : { level: contract[0], strain: contract[1], doubled: contract.slice(2) };
  const made = others.result === undefined ? { result: "" } : outcome(others.result, Number(contract[0]));
  return { entry: DEAL, values: { tricks: "", ...others, ...made, ...bid }, rest: "" };
}

/** @type {Game} */
export const game = { parse, event, say, ahead, back };
