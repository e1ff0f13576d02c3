// Times as the reader's own clock showed them.
// @ts-check

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** @param {ParentNode} place */
export function clocks(place = document) {
  for (const each of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time.clock"))) {
    const text = clock.format(new Date(each.dateTime));
    if (each.textContent !== text) each.textContent = text;
  }
}
