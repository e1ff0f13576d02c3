// What a page wishes to see and what it is told of it: the words between pages, the worker of all tabs, and streams.
// @ts-check

/** @typedef {{ match: string, drawn: string, link: string }} Wish */
/** @typedef {{ match: string, drawn: string, version: number, status: string, html: string }} Drawn */
/** @typedef {"opening" | "live" | "polling" | "stale"} State */
/** @typedef {{ kind: "drawn", wish: Wish, drawn: Drawn } | { kind: "state", link: string, state: State, heard: number } | { kind: "gone", wishes: Wish[] } | { kind: "lost" }} News */

/** An answer that takes longer, in milliseconds, does not come. */
export const PATIENCE = 8000;

/** @param {Wish} wish */
export const name = (wish) => `${wish.link} ${wish.match} ${wish.drawn}`;
