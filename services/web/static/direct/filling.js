// Reads a form that the server drew back into the event that it reports, and says beside a field what is wrong with it.
// @ts-check

/** @typedef {Record<string, unknown>} Data */
/** @typedef {{ missing: string, unreadable: string, whole: string }} Words */

const UNITS = new Set(["side", "seat", "pair"]);

/** What a form says that cannot be sent. */
export class Unfit extends Error {
  /** @param {HTMLElement} field @param {string} said */
  constructor(field, said) {
    super(said);
    this.field = field;
  }
}

/** The event of a form. @param {HTMLElement} form @param {Words} words @returns {{ type: string, data: Data }} */
export function eventOf(form, words) {
  const fill = /** @type {HTMLElement} */ (form.querySelector(".fill"));
  const { act, type = "", of } = fill.dataset;
  const data = dataOf(fill, words);
  if (act === "report" || act === "fact") return { type, data };
  const reason = need(fill.querySelector("[data-reason]"), words);
  const force = form.querySelector("[data-force]:checked") ? { force: true } : {};
  const told = { reason, ...force };
  if (act === "insert") return { type: "match.inserted", data: { before: Number(of), type, data, ...told } };
  if (act === "correct") return { type: "match.corrected", data: { of: Number(of), data, ...told } };
  return { type: act === "withdraw" ? "match.withdrawn" : "match.restored", data: { of: Number(of), ...told } };
}

/** @param {HTMLElement} fill @param {Words} words @returns {Data} */
function dataOf(fill, words) {
  /** @type {Data} */
  const data = {};
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (fill.querySelectorAll("[data-field]"))) {
    const name = field.dataset.field ?? "";
    if (field.dataset.kind === "award") {
      const told = /** @type {Data} */ (data[name] ?? {});
      const award = awardOf(field, words, Object.values(told)[0]);
      if (award !== undefined) data[name] = { ...told, [field.dataset.unit ?? ""]: award };
    } else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) {
      Object.assign(data, one(field, name, fill, words));
    }
  }
  return data;
}

/** @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field @param {string} name @param {HTMLElement} fill @param {Words} words @returns {Data} */
function one(field, name, fill, words) {
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked ? { [name]: true } : {};
  readable(field, words);
  const value = field.value.trim();
  if (!value) {
    if (field.required) throw new Unfit(field, words.missing);
    return {};
  }
  switch (field.dataset.kind) {
    case "number":
      return { [name]: numberOf(field, value, words) };
    case "figure":
      return { [name]: figureOf(value) };
    case "json":
      return { [name]: jsonOf(field, value, words) };
    case "unit": {
      const [unit, ...who] = value.split(":");
      return { [unit]: who.join(":") };
    }
    case "visibility": {
      const late = /** @type {HTMLInputElement} */ (fill.querySelector("[data-late] input"));
      return { [name]: value === "delayed" ? { delayed: numberOf(late, need(late, words), words) } : value };
    }
    default:
      return { [name]: value };
  }
}

/** @param {HTMLElement} field @param {Words} words @param {unknown} other what the other side has @returns {unknown} */
function awardOf(field, words, other) {
  const kind = /** @type {HTMLSelectElement} */ (field.querySelector("[data-award=kind]")).value;
  if (kind === "same") return other;
  if (!kind) return undefined;
  if (kind.startsWith("A")) return kind;
  if (kind === "weighted") {
    const shares = [...field.querySelectorAll("[data-award=share]")].map((share) => [...share.querySelectorAll("input")]);
    const said = shares.filter(([score]) => score.value.trim());
    if (!said.length) throw new Unfit(shares[0][0], words.missing);
    return { score: said.map(([score, weight]) => ({ score: numberOf(score, score.value, words), weight: part(need(weight, words)) })) };
  }
  const figure = /** @type {HTMLInputElement} */ (field.querySelector("[data-award=figure]"));
  const value = plain(need(figure, words));
  if (kind === "percent") return `${value.replace("%", "")}%`;
  return kind === "imps" ? { imps: value } : { score: numberOf(figure, value, words) };
}

/** A percentage as the part of one that it is, exactly. @param {string} percent */
function part(percent) {
  const [whole, decimals = ""] = plain(percent).replace("%", "").split(".");
  const digits = whole.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`;
}

/** A figure as people type it: with a true minus, a decimal comma, spaces between thousands. @param {string} text */
const plain = (text) => text.replaceAll(/\s/g, "").replaceAll(/[−–]/g, "-").replace(",", ".");

/** Of points there may be thousands: what could be these is left as it is, and refused. @param {string} text */
const figureOf = (text) => (/,\d{3}$/.test(text) ? text : plain(text));

/** What a browser cannot read it gives out as nothing. @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field @param {Words} words */
function readable(field, words) {
  if (field.validity.badInput) throw new Unfit(field, words.whole);
}

/** @param {Element | null} field @param {Words} words */
function need(field, words) {
  const input = /** @type {HTMLInputElement} */ (field);
  readable(input, words);
  const value = input.value.trim();
  if (!value) throw new Unfit(input, words.missing);
  return value;
}

/** @param {HTMLElement} field @param {string} value @param {Words} words */
function numberOf(field, value, words) {
  const number = /^[+-]?\d+$/.test(plain(value)) ? Number(plain(value)) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new Unfit(field, words.whole);
  return number;
}

/** @param {HTMLElement} field @param {string} value @param {Words} words @returns {unknown} */
function jsonOf(field, value, words) {
  try {
    return JSON.parse(value);
  } catch {
    throw new Unfit(field, words.unreadable);
  }
}

/** Show only what belongs to what was chosen. @param {HTMLElement} form */
export function arrange(form) {
  for (const award of form.querySelectorAll(".award")) {
    const kind = /** @type {HTMLSelectElement} */ (award.querySelector("[data-award=kind]")).value;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (award.querySelectorAll("[data-award-of]"))) {
      each.hidden = !(each.dataset.awardOf ?? "").split(" ").includes(kind);
    }
  }
  const seen = /** @type {HTMLSelectElement | null} */ (form.querySelector("[data-kind=visibility]"));
  const late = /** @type {HTMLElement | null} */ (form.querySelector("[data-late]"));
  if (seen && late) late.hidden = seen.value !== "delayed";
}

/** The field that a refusal points at; of an award, what is shown of its side. @param {HTMLElement} form @param {string} pointer @returns {HTMLElement | null} */
export function fieldAt(form, pointer) {
  const [name = "", side = ""] = pointer.split("/").slice(1).filter((each) => each !== "data");
  if (pointer === "/data/reason" && form.querySelector("[data-reason]")) return form.querySelector("[data-reason]");
  const fields = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(`[data-field="${CSS.escape(name)}"]`)]);
  const field = fields.find((each) => each.dataset.unit === side) ?? fields[0];
  const asked = field?.dataset.kind === "award" ? "label:not([hidden], [hidden] *) > input" : null;
  return (asked && field.querySelector(asked)) ?? field?.querySelector("select") ?? field ?? (UNITS.has(name) ? form.querySelector("[data-field=who]") : null);
}
