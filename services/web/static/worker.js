// All tabs of a browser share this worker, and so one stream: a browser opens six connections to a host at most.
// @ts-check

import { Streams, name } from "./streams.js";

/** @typedef {import("./streams.js").Wish} Wish */

/** A tab that says nothing for so long is gone; browsers wake even sleeping tabs once a minute. */
const SILENT = 150_000;

/** @type {Map<MessagePort, { wishes: Wish[], heard: number }>} */
const tabs = new Map();

const streams = new Streams((news) => {
  for (const [port, { wishes }] of tabs) {
    const theirs = news.kind === "state" ? wishes.some((wish) => wish.link === news.link) : wishes.some((wish) => name(wish) === name(news.wish));
    if (theirs) port.postMessage(news);
  }
});

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
  };
});

setInterval(() => {
  for (const [port, { heard }] of tabs) if (Date.now() - heard > SILENT) tabs.delete(port);
  show();
}, 30_000);
