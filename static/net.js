// The safety net of the start: whatever goes wrong from the first byte to the first board, the page says what happened
// and what the player can do. The build inlines this script into the page, before anything that could fail. It needs
// only its texts in the page (#failure), and ends when the game responds (kesu:ready).
(() => {
  const PATIENCE = 12; // ticks without progress; a busy or sleeping page does not tick
  const TICK = 1000; // milliseconds
  const AGAIN = CONSTANTS.PREFIX + "again"; // set while a failed start is tried again
  const BARE = CONSTANTS.PREFIX + "bare"; // set if the next start must not use anything kept
  // prelit uses no snapshot while this is set, unless another tab is starting
  const RESTORING = CONSTANTS.PREFIX + "restoring";

  const site = () => new URL("./", document.querySelector('link[hreflang="x-default"]')?.href ?? location.href).href;
  const attempt = (act) => {
    try {
      return act();
    } catch {
      return undefined; // a store or an API that this browser refuses
    }
  };
  const session = attempt(() => sessionStorage);
  const store = attempt(() => localStorage);
  // until boot.js shows it, home is not
  if (/[?&]game=/.test(location.search)) document.documentElement.dataset.asked = "";
  const byId = (name) => document.getElementById(name);
  const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  let [failing, restyled, unstyled, over, seen, waited] = [false, false, false, false, 0, 0];

  // For this start only, the browser appears to have no storage; its contents stay untouched.
  if (attempt(() => session.getItem(BARE))) {
    attempt(() => session.removeItem(BARE));
    const refuse = () => { throw new DOMException("nothing kept is used", "SecurityError"); };
    attempt(() => Object.defineProperty(window, "localStorage", { get: refuse, configurable: true }));
    attempt(() => Object.defineProperty(window, "indexedDB", { value: undefined, configurable: true, writable: true }));
  }

  // Shows one of the texts of #failure, with the reason in the browser's words.
  function show(which, reason) {
    const place = byId("failure");
    if (!place || (over && which !== "unstyled")) return;
    for (const text of place.querySelectorAll("[data-case]")) text.hidden = text.dataset.case !== which;
    byId("failure-why").textContent = String(reason ?? "").slice(0, 300);
    if (byId("loading") && which !== "unstyled") byId("loading").hidden = which !== "late";
    place.hidden = false;
    document.documentElement.style.display = "";
    byId("failure-again").onclick = () => {
      attempt(() => store.setItem(RESTORING, "1")); // without the snapshot this time
      location.reload();
    };
    byId("failure-bare").onclick = async () => {
      attempt(() => session.setItem(BARE, "1"));
      await Promise.race([forgetCopies(), later(3000)]);
      location.reload();
    };
    byId("failure-file").onclick = download;
  }

  function hide() {
    if (byId("failure") && !unstyled) byId("failure").hidden = true;
  }

  // Downloads everything that the games have stored here, as one file.
  function download() {
    const kept = attempt(() => Object.entries(store).filter(([name]) => name.startsWith(CONSTANTS.PREFIX))) ?? [];
    const link = document.createElement("a");
    link.href =
      URL.createObjectURL(new Blob([JSON.stringify(Object.fromEntries(kept), null, 1)], { type: "application/json" }));
    link.download = "kesu-saved-data.json";
    link.click();
  }

  // Tries a failed start once more, without the cached files, which may be damaged.
  async function fail(reason) {
    if (over || failing) return;
    failing = true;
    const first = attempt(() => !session.getItem(AGAIN) && (session.setItem(AGAIN, "1"), true));
    if (first) {
      await Promise.race([forgetCopies(), later(3000)]);
      await later(1000);
      if (!over) location.reload();
    } else {
      const why = reason?.message ?? reason;
      if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => show(caseOf(), why));
      show(caseOf(), why);
    }
  }

  // Asks once more for a style sheet that is missing or damaged. The page stays: by then the game may be played.
  async function restyle(link) {
    restyled = true;
    const again = link.cloneNode();
    again.addEventListener("error", () => {
      unstyled = true;
      show("unstyled", nameOf(link.href));
    });
    await Promise.race([forgetCopies(), later(3000)]);
    await later(1000);
    await Promise.race([fetch(link.href, { cache: "reload" }).catch(() => undefined), later(3000)]);
    link.replaceWith(again);
  }

  const nameOf = (file) => file.split("/").at(-1);

  const caseOf = () => (window.WebAssembly ? "failed" : "browser");

  async function forgetCopies() {
    if (navigator.onLine === false) return; // they could not be fetched again
    try {
      const workers = navigator.serviceWorker;
      if (!workers?.controller) return;
      for (const name of await caches.keys()) if (name.startsWith("kesu-") && name.includes(site()))
        await caches.delete(name);
      for (const worker of await workers.getRegistrations()) if (worker.scope === site()) await worker.unregister();
    } catch { /* then they stay */ }
  }

  // After a long time without progress, says what is missing, and no longer waits for files that only block rendering.
  function late() {
    const come = new Set(attempt(() => performance.getEntriesByType("resource").map(({ name }) => name)));
    const asked = [...document.querySelectorAll('script[src], link[rel="stylesheet"], link[rel$="preload"]')];
    const missing = asked.filter((element) => !come.has(element.src ?? element.href));
    for (const element of missing) {
      // a style sheet added by a script does not block rendering
      if (element.rel === "stylesheet") element.replaceWith(element.cloneNode());
    }
    for (const script of document.querySelectorAll("script[blocking]")) script.remove(); // they run even so
    show("late", missing.map((element) => nameOf(element.src ?? element.href)).join(", "));
  }

  const watch = setInterval(() => {
    const found = (attempt(() => performance.getEntries().length) ?? 0) + (document.readyState === "loading" ? 0 : 1);
    if (found !== seen && !failing) hide();
    waited = found === seen ? waited + 1 : 0;
    seen = found;
    if (waited === PATIENCE && !failing) late();
  }, TICK);

  function broken(event) {
    const { target, message, error, reason } = event;
    if (target instanceof HTMLLinkElement) { // a preload is requested again when needed
      if (target.rel === "stylesheet" && !restyled) restyle(target);
      return;
    }
    if (/^ResizeObserver loop/.test(message)) return; // a warning of the browser, not a fault
    fail(target?.src ? nameOf(target.src) : error ?? reason ?? message);
  }
  addEventListener("error", broken, true);
  addEventListener("unhandledrejection", broken);

  // The first board, or home, responds.
  addEventListener("kesu:ready", () => {
    clearInterval(watch);
    removeEventListener("error", broken, true);
    removeEventListener("unhandledrejection", broken);
    attempt(() => session.removeItem(AGAIN));
    hide();
    over = true;
  }, { once: true });

  // Reaches nobody: for a browser without it, because PyScript makes one.
  window.BroadcastChannel ??= /** @type {any} */ (class extends EventTarget { postMessage() {} close() {} });

  // A large file is coming, however slowly.
  const alive = () => void (waited = 0, !failing && hide());

  window.kesuNet = { fail, alive };
})();
