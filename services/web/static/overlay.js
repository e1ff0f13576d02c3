// Over a broadcast: as large as the address asks, over the colour that it asks.
// @ts-check

import { follow } from "./live.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const colour = main.dataset.bg ?? "transparent";
document.documentElement.style.background = /^[0-9a-f]{3,8}$/i.test(colour) ? `#${colour}` : colour;
document.documentElement.style.fontSize = `${16 * Number(main.dataset.scale)}px`;

follow();
