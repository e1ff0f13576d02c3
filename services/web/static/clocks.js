// Times as the reader's own clock showed them, and how long ago they were.
// @ts-check

const { lang } = document.documentElement;
const clock = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(lang, { dateStyle: "short" });

/** Times of a day, or with `data-day` of which day, if it is not today. @param {ParentNode} place */
export function clocks(place = document) {
  const today = new Date().toDateString();
  for (const each of times(place, "clock")) {
    const when = new Date(each.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    const before = each.dataset.day === undefined || when.toDateString() === today ? "" : `${day.format(when)} `;
    write(each, before + clock.format(when));
  }
}

/** How long ago something happened. @param {ParentNode} place */
export function ages(place = document) {
  for (const each of times(place, "ago")) {
    const seconds = Math.max(0, Math.round((Date.now() - Date.parse(each.dateTime)) / 1000));
    if (Number.isFinite(seconds)) write(each, age(seconds));
  }
}

/** @param {number} seconds */
function age(seconds) {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** @param {ParentNode} place @param {string} kind @returns {NodeListOf<HTMLTimeElement>} */
const times = (place, kind) => place.querySelectorAll(`time.${kind}`);

/** @param {HTMLTimeElement} time @param {string} text */
function write(time, text) {
  if (time.textContent !== text) time.textContent = text;
}
