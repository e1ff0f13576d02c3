// Where whoever keeps score sits: at a table or in a room. This tab remembers it, so that a reload asks nobody.
// @ts-check

const NAME = `scorepad.seat.${location.pathname}`;
/** @type {Record<string, string>} */ let memory = {};

/** @returns {Record<string, string>} */
function seat() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
  } catch {
    return memory;
  }
}

/** What stands in the fields, and where nothing does, where this tab sits. @param {Record<string, string>} values */
export function seated(values) {
  return { ...values, ...Object.fromEntries(Object.entries(seat()).filter(([name]) => !values[name])) };
}

/** Sit where it is said. @param {Record<string, string>} values */
export function sit(values) {
  memory = { ...seat(), ...Object.fromEntries(["table", "room"].filter((name) => values[name]).map((name) => [name, values[name]])) };
  try {
    sessionStorage.setItem(NAME, JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}

/** Offer the tables of a movement: that of this tab is chosen, and none for who has said none. @param {HTMLSelectElement | null} choice @param {string[]} names */
export function offer(choice, names) {
  if (!choice || [...choice.options].slice(1).map((each) => each.value).join() === names.join()) return;
  const value = choice.value || seat().table || "";
  choice.replaceChildren(new Option("–", ""), ...names.map((name) => new Option(name, name)));
  if (names.includes(value)) choice.value = value;
  else if (names.length === 1) choice.value = names[0];
}
