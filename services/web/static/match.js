// Keeps the page of a match live: the stream says that there is news, the server renders it.
// @ts-check

const match = /** @type {HTMLElement} */ (document.getElementById("match"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const spoken = /** @type {HTMLElement} */ (document.getElementById("spoken"));
const id = match.dataset.match;
// A link to the match stands in the page's own address, and nothing else of it is passed on.
const link = new URLSearchParams(location.search).get("link");
const query = link ? `?link=${encodeURIComponent(link)}` : "";
const SPOKEN_EVERY = 10_000;
const STALE_AFTER = 35_000;

let heard = Date.now();
let fast = true;
let lastSpoken = 0;
let loading = false;
let again = false;
let ended = false;

async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  try {
    do {
      again = false;
      const answer = await fetch(`/matches/${id}/fragment${query}`);
      if (answer.ok) {
        replace(await answer.text());
        speak();
      }
    } while (again);
  } catch {
    // The stream's next board, or its next connection, asks again.
  } finally {
    loading = false;
  }
}

// What the reader had opened stays open, and what was moved sideways stays where it was.
/** @param {string} page */
function replace(page) {
  const open = [...match.querySelectorAll("details[open]")].map((each) => each.id);
  const moved = [...match.querySelectorAll(".scroll")].map((each) => [each.getAttribute("aria-label"), each.scrollLeft]);
  const focused = document.activeElement?.closest("#match details")?.id;
  match.innerHTML = page;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [label, left] of moved) match.querySelector(`.scroll[aria-label="${label}"]`)?.scrollTo({ left: Number(left) });
  if (focused) document.getElementById(focused)?.querySelector("summary")?.focus({ preventScroll: true });
}

function speak() {
  const why = document.getElementById("why");
  if (why && Date.now() - lastSpoken > SPOKEN_EVERY) {
    lastSpoken = Date.now();
    spoken.textContent = why.textContent;
  }
}

function show() {
  const silent = Date.now() - heard;
  if (ended) {
    state.textContent = "no longer shown here";
    return;
  }
  if (silent > STALE_AFTER) state.textContent = `⚠ last heard ${Math.round(silent / 1000)} s ago, reconnecting`;
  else state.textContent = fast ? "● live" : "○ 1 s refresh";
}

// Whether the match is still there for whoever holds this address.
async function gone() {
  try {
    const answer = await fetch(`/matches/${id}/fragment${query}`);
    return answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  } catch {
    return false;
  }
}

async function returnUnlessGone() {
  if (await gone()) {
    ended = true;
    show();
  } else setTimeout(follow, 2000);
}

function follow() {
  const stream = new EventSource(`/v1/matches/${id}/live${query}`);
  stream.addEventListener("open", () => { heard = Date.now(); show(); });
  stream.addEventListener("board", () => { heard = Date.now(); show(); void refresh(); });
  stream.addEventListener("beat", (event) => { heard = Date.now(); fast = JSON.parse(event.data).live; show(); });
  stream.addEventListener("error", () => {
    state.textContent = "⚠ reconnecting";
    if (stream.readyState === EventSource.CLOSED) void returnUnlessGone();
  });
}

follow();
setInterval(show, 5000);
