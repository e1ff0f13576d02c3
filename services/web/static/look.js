// How this browser wants pages to look: kept here, and told to nobody. It runs before anything is drawn.
// @ts-check

/** What can be chosen, by its name: the values, the usual one first. */
const LOOKS = /** @type {const} */ ({
  theme: ["system", "light", "dark", "contrast"],
  suits: ["signs", "letters"],
});

/** @param {string} name @param {readonly string[]} values */
function kept(name, values) {
  const asked = new URLSearchParams(location.search).get(name);
  let value = asked;
  if (value === null) {
    try {
      value = localStorage.getItem(`scorepad.${name}`);
    } catch {
      value = null; // a browser that keeps nothing
    }
  }
  return value !== null && values.includes(value) ? value : values[0];
}

for (const [name, values] of Object.entries(LOOKS)) document.documentElement.dataset[name] = kept(name, values);

document.addEventListener("DOMContentLoaded", () => {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-look]"))) {
    const name = field.dataset.look ?? "";
    for (const choice of field.querySelectorAll("input")) choice.checked = choice.value === document.documentElement.dataset[name];
    field.addEventListener("change", (event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      document.documentElement.dataset[name] = value;
      try {
        localStorage.setItem(`scorepad.${name}`, value);
      } catch {
        // It holds for this page then.
      }
    });
  }
});
