// Fingers and keys that are faster than the page: a second tap on one spot is the first one still, and the focus is never nowhere.
// @ts-check

/** Milliseconds in which the same again is one press too many. */
export const BOUNCE = 700;
/** CSS pixels within which two taps are on one spot. */
const SPOT = 30;

let tapped = { at: -Infinity, x: 0, y: 0 };
let byKeyboard = false;

addEventListener("keydown", () => { byKeyboard = true; }, true);
addEventListener("pointerdown", () => { byKeyboard = false; }, true);

// What slid under the finger was not meant; cards are typed by their keys, one like the next.
addEventListener("click", (event) => {
  if (byKeyboard) return;
  const again = event.timeStamp - tapped.at < BOUNCE && Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < SPOT;
  tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (!again || !button || button.dataset.put !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/** Once the page is as it will be, and if keys are used, have the focus somewhere. @param {() => void} refocus */
export function steady(refocus) {
  if (byKeyboard) requestAnimationFrame(() => requestAnimationFrame(refocus));
}
