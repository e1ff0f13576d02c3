// <script src="https://…/embed.js" data-match="…" async></script> puts that match's board where the tag stands.
// `data-link` has a link to a match that is not public, `data-lang` and `data-theme` say how it looks.
// @ts-check

{
  const tag = /** @type {HTMLScriptElement} */ (document.currentScript);
  const home = new URL(tag.src).origin;
  const { match = "", link, lang, theme } = tag.dataset;
  const asked = new URLSearchParams(Object.entries({ link, lang, theme }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const frame = document.createElement("iframe");
  frame.src = `${home}/embed/${encodeURIComponent(match)}?${asked}`;
  frame.title = tag.title || "Scorepad";
  frame.loading = "lazy";
  Object.assign(frame.style, { border: "0", width: "100%", height: "360px", colorScheme: "normal" });
  tag.after(frame);
  addEventListener("message", ({ data, origin, source }) => {
    if (origin === home && source === frame.contentWindow && data?.scorepad === match) frame.style.height = `${Number(data.height)}px`;
  });
}
