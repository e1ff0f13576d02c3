// All tabs of a browser share this worker, and so one stream: a browser opens six connections to a host at most.
// @ts-check

import { Streams } from "./streams.js";
import { name } from "./wishes.js";

/** @typedef {import("./wishes.js").Wish} Wish */

/** A tab that says nothing for so long is gone; browsers wake even sleeping tabs once a minute. */
const SILENT = 150_000;

/** @type {Map<MessagePort, { wishes: Wish[], heard: number }>} */
const tabs = new Map();

const streams = new Streams((news) => {
  for (const [port, tab] of tabs) {
    if (news.kind === "state" ? tab.wishes.some((wish) => wish.link === news.link) : tab.wishes.some(among(news))) port.postMessage(news);
    if (news.kind === "gone") tab.wishes = tab.wishes.filter((wish) => !among(news)(wish));
  }
});

/** Whether a wish is one of those that something is told of. @param {import("./wishes.js").News} news */
function among(news) {
  const told = new Set(news.kind === "drawn" ? [name(news.wish)] : news.kind === "gone" ? news.wishes.map(name) : []);
  return (/** @type {Wish} */ wish) => told.has(name(wish));
}

const show = () => streams.show([...tabs.values()].flatMap(({ wishes }) => wishes));

self.addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => {
    const known = tabs.get(port);
    if (data.kind === "bye") {
      tabs.delete(port);
      show();
    } else if (data.kind === "show") {
      tabs.set(port, { wishes: data.wishes, heard: Date.now() });
      show();
      streams.repeat(data.wishes);
    } else if (known) known.heard = Date.now();
    // It slept for so long that it was taken for gone.
    else port.postMessage({ kind: "lost" });
  };
});

setInterval(() => {
  for (const [port, { heard }] of tabs) if (Date.now() - heard > SILENT) tabs.delete(port);
  show();
}, 30_000);
