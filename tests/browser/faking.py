"""A network in a page's hands: streams that say what they are told to, and requests that are answered when they are."""

NETWORK = """
delete window.SharedWorker;
window.streams = new Set();
window.EventSource = class extends EventTarget {
    constructor(url) { super(); this.url = url; window.streams.add(this); }
    close() { window.streams.delete(this); }
    say(kind, data) { this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) })); }
};
window.asked = [];
window.fetch = (url, { signal } = {}) => new Promise((resolve, reject) => {
    const one = { url: String(url), open: true };
    one.answer = (said, status = 200) => { one.open = false; resolve(new Response(JSON.stringify(said), { status })); };
    signal?.addEventListener("abort", () => { one.open = false; reject(signal.reason); });
    window.asked.push(one);
    const open = window.asked.filter((each) => each.open).length;
    window.most = Math.max(window.most ?? 0, open);
});
/** Let all that was answered be done. */
window.settled = () => new Promise((done) => setTimeout(() => setTimeout(done)));
"""
"""What a context runs before each page: without the worker of all tabs, so that the page follows by itself."""
