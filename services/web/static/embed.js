// In a frame on somebody else's page: live, and telling that page how high it is, and nothing else.
// @ts-check

import { follow } from "./live.js";

const match = /** @type {HTMLElement} */ (document.querySelector("[data-match]")).dataset.match;

new ResizeObserver(() => {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ scorepad: match, height }, "*");
}).observe(document.documentElement);

follow();
