// The fields of an entry: what stands in them, by name, and what games make of that.
// @ts-check

/** @typedef {Record<string, string>} Values What stands in the fields of an entry, by their names. */
/** @typedef {{ type: string, data: Record<string, unknown> }} Event */
/** @typedef {{ entry: string, values: Values, rest: string }} Typed A line as far as it was understood, and what was not. */
/** @typedef {{ words: Record<string, string>, situation: any, done: Event[] }} Desk The page's words, what the server says comes next, and what is on its way. */
/**
 * @typedef {object} Game
 * @property {(line: string, desk: Desk) => Typed | null} parse a typed line
 * @property {(entry: string, values: Values, desk: Desk) => Event | string} event what is to be recorded, or the name of the word for what is missing
 * @property {(event: Event, words: Record<string, string>) => string} say an event in words
 * @property {(entry: string, values: Values, desk: Desk) => Values} ahead what an entry begins with
 * @property {(event: Event) => Typed | null} back the fields that an event came from
 */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** @param {Element} section @returns {Field[]} */
const fields = (section) => [.../** @type {NodeListOf<Field>} */ (section.querySelectorAll("[data-field]"))];

/** @param {Field} field */
const isChoice = (field) => field instanceof HTMLInputElement && field.type === "radio";

/** @param {Element} section @returns {Values} */
export function values(section) {
  /** @type {Values} */
  const found = {};
  for (const field of fields(section)) {
    const name = field.dataset.field ?? "";
    if (!isChoice(field)) found[name] = field.value.trim();
    else if (/** @type {HTMLInputElement} */ (field).checked) found[name] = field.value;
  }
  return found;
}

/** Put values into the fields that they name, and leave the others. @param {Element} section @param {Values} wanted */
export function put(section, wanted) {
  for (const field of fields(section)) {
    const value = wanted[field.dataset.field ?? ""];
    if (value === undefined) continue;
    if (isChoice(field)) /** @type {HTMLInputElement} */ (field).checked = field.value === value;
    else field.value = value;
  }
}

/** Empty all fields. @param {Element} section */
export function clear(section) {
  for (const field of fields(section)) {
    if (isChoice(field)) /** @type {HTMLInputElement} */ (field).checked = field.hasAttribute("checked");
    else field.value = "";
  }
}

/** Show an entry that may be folded away. @param {HTMLElement} section */
export function unfold(section) {
  const folded = section.closest("details");
  if (folded) folded.open = true;
}

/** Say beside an entry what is wrong with it; nothing is wrong with an empty text. @param {HTMLElement} where @param {string} text */
export function say(where, text) {
  const place = /** @type {HTMLElement | null} */ (where.querySelector(":scope > [data-fault], :scope > .typed > [data-fault]"));
  if (!place) return;
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** A pattern with its places filled. @param {string | undefined} pattern @param {Record<string, unknown>} places */
export const filled = (pattern, places) =>
  (pattern ?? "").replaceAll(/\{([a-z_]+)\}/g, (whole, name) => (name in places ? String(places[name]) : whole));

const SIGNS = /** @type {Record<string, string>} */ ({ S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" });

/** A suit's sign. @param {string} suit */
export const sign = (suit) => SIGNS[suit] ?? suit;

/** A card as people write it. @param {string} card */
export const shown = (card) => `${card[0] === "T" ? "10" : card[0]}${sign(card[1])}`;

/** The cards that a text names, in its order, and what is left of it. @param {string} text @returns {{ cards: string[], rest: string }} */
export function cards(text) {
  /** @type {string[]} */
  const found = [];
  const rest = text.replaceAll(/(10|[2-9tjqka])\s*([shdc♠♥♦♣])\uFE0E?(?![a-z])/giu, (_, rank, suit) => {
    const letter = "SHDC"["♠♥♦♣".indexOf(suit)] ?? suit.toUpperCase();
    found.push(`${rank === "10" ? "T" : rank.toUpperCase()}${letter}`);
    return " ";
  });
  return { cards: found, rest: rest.replaceAll(/[\s,]+/g, " ").trim() };
}
