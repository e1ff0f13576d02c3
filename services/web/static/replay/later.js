// How long to wait before what failed is asked for again: each time twice as long, up to half a minute.
// @ts-check

const LATEST = 32_000;

/** @param {number} first milliseconds @param {number} tries how often it failed before */
export const later = (first, tries) => Math.min(LATEST, first * 2 ** tries);
