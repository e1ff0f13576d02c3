// Reads a form that the server drew back into the event that it reports, and says beside a field what is wrong with it.
// @ts-check

/** @typedef {Record<string, unknown>} Data */
/** @typedef {{ missing: string, unreadable: string }} Words */

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
  const value = field.value.trim();
  if (!value) {
    if (field.required) throw new Unfit(field, words.missing);
    return {};
  }
  switch (field.dataset.kind) {
    case "number":
      return { [name]: numberOf(field, value, words) };
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
    return { score: said.map(([score, weight]) => ({ score: numberOf(score, plain(score.value), words), weight: part(need(weight, words)) })) };
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

/** Signs as people type them. @param {string} text */
const plain = (text) => text.trim().replaceAll("−", "-").replace(",", ".");

/** @param {Element | null} field @param {Words} words */
function need(field, words) {
  const input = /** @type {HTMLInputElement} */ (field);
  const value = input.value.trim();
  if (!value) throw new Unfit(input, words.missing);
  return value;
}

/** @param {HTMLElement} field @param {string} value @param {Words} words */
function numberOf(field, value, words) {
  const number = Number(plain(value));
  if (!Number.isSafeInteger(number)) throw new Unfit(field, words.missing);
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

/** The field that a refusal points at. @param {HTMLElement} form @param {string} pointer */
export function fieldAt(form, pointer) {
  const names = pointer.split("/").slice(1).filter((name) => name !== "data");
  const found = names.length ? form.querySelector(`[data-field="${CSS.escape(names[0])}"]`) : null;
  return /** @type {HTMLElement | null} */ (found ?? (names[0] === "reason" ? form.querySelector("[data-reason]") : null));
}
