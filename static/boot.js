// What the page does before Python has started: show the right screen, start everything in the right order, say honestly
// how far loading has come, and keep what is pressed meanwhile.

import { keep as keepOpening, show as showOpening } from "./opening.js";

const body = document.body;
const bar = document.getElementById("loading-bar");
const line = document.getElementById("loading-text");
const root = new URL("../", import.meta.url).href;

// The largest part of Python is compiled beside whatever the page does until it is needed.
const runtime = document.querySelector('link[rel="preload"][href$=".wasm"]');
if (runtime) (window.kesuRuntime = WebAssembly.compileStreaming(fetch(runtime.href))).catch(() => {});

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const say = (text, told = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => told[name]);
const here = (name) => document.querySelector(`link[rel="modulepreload"][href*="${name}"]`).href;

// The language. Whoever comes to the top of the site is sent to the page in the language that was chosen, or else in the
// first of the browser's that there is; every page says in its head where the others are. The choice is one of the
// settings, and takes the game along: the address names it, the browser keeps it.
const pages = new Map();
for (const link of document.querySelectorAll("link[hreflang]")) {
  link.setAttribute("href", link.href); // whole, as search engines want it
  pages.set(link.hreflang, link.href);
}
const SETTINGS = "kesu/settings";

function settings() {
  try {
    return JSON.parse(localStorage.getItem(SETTINGS)) ?? {};
  } catch {
    return {};
  }
}

// The tag of ours for one of the browser's; Chinese is written in two ways.
function ours(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((name) => pages.has(name));
  } catch { /* no language at all */ }
}

function preferred() {
  const { language } = settings();
  if (pages.has(language)) return language;
  return navigator.languages.map(ours).find(Boolean);
}

const leaving = (language) => location.replace(pages.get(language) + location.search + location.hash);
const opening = document.documentElement;
if ("opening" in opening.dataset && preferred() && preferred() !== opening.lang) {
  opening.style.display = "none";
  leaving(preferred());
  await new Promise(() => {}); // nothing of this page is wanted any more
}

document.addEventListener("click", (event) => {
  const language = event.target.closest("a[data-language]")?.dataset.language;
  if (!language || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  try {
    localStorage.setItem(SETTINGS, JSON.stringify({ ...settings(), language }));
  } catch { /* a browser that keeps nothing is asked again next time */ }
});
// The screen that the address names. Python takes over by setting data-python on the body.
function show() {
  const game = new URLSearchParams(location.search).get("game");
  const card = game && document.querySelector(`a[data-game="${CSS.escape(game)}"]`);
  body.dataset.screen = card ? "game" : "home";
  for (const article of document.querySelectorAll("#how article")) article.hidden = article.dataset.rules !== game;
  if (card) {
    body.dataset.game = game;
    document.getElementById("title").textContent = card.querySelector("h2").textContent;
    showOpening(game);
  } else {
    delete body.dataset.game;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-game], a[data-home]");
  if (!link || body.dataset.python || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  early.length = 0;
  show();
});
for (const kind of ["popstate", "kesu:restored"]) window.addEventListener(kind, () => body.dataset.python || show());

// What is pressed before Python has the game is kept, and pressed again once it has: keys as keys, a swipe as the arrow
// key of its direction, a tap where it was.
const early = (window.kesuEarly = []);
const LARGEST = 100;
const SWIPE = 20; // pixels
const SCROLLING = /^(Arrow|Space|Page|Home|End)/;
let finger = null;

function keepKey(event) {
  if (body.dataset.screen !== "game" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  if (/^(Space|Enter|Tab)$/.test(event.code) && event.target.closest?.("a, button, summary")) return;
  if (event.code === "Tab" || early.length >= LARGEST) return;
  if (SCROLLING.test(event.code)) event.preventDefault();
  if (!event.repeat) early.push({ code: event.code, time: event.timeStamp });
}

function keepFinger(event) {
  if (!event.isPrimary || event.button) return;
  if (event.type === "pointerdown") {
    finger = event.target.closest("#boards") && { x: event.clientX, y: event.clientY };
  } else if (finger) {
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const way = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "ArrowLeft" : "ArrowRight") : dy < 0 ? "ArrowUp" : "ArrowDown";
    if (Math.hypot(dx, dy) >= SWIPE) early.push({ code: way, time: event.timeStamp });
    else early.push({ ...finger, time: event.timeStamp });
    finger = null;
  }
}

// The buttons that play, however they are pressed.
function keepPress(event) {
  const button = event.target.closest("[data-word], #go-on");
  if (!button || early.length >= LARGEST) return;
  const what = button.dataset.word ? `[data-word="${CSS.escape(button.dataset.word)}"]` : `#${button.id}`;
  early.push({ what, time: event.timeStamp });
}

const kept = { keydown: keepKey, pointerdown: keepFinger, pointerup: keepFinger, click: keepPress };
for (const [kind, keep] of Object.entries(kept)) document.addEventListener(kind, keep);

function playEarly() {
  for (const [kind, keep] of Object.entries(kept)) document.removeEventListener(kind, keep);
  for (const { code, what, x, y } of early.splice(0)) {
    if (what) {
      document.querySelector(what)?.click();
    } else if (code) {
      for (const kind of ["keydown", "keyup"]) body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    } else {
      const at = { clientX: x, clientY: y, isPrimary: true, bubbles: true };
      for (const kind of ["pointerdown", "pointerup"]) {
        document.elementFromPoint(x, y)?.dispatchEvent(new PointerEvent(kind, at));
      }
    }
  }
}

show();
window.addEventListener("kesu:leave", keepOpening);

// PyScript opens a database to keep downloaded packages in. Here there are none, and where a browser refuses the database
// PyScript does not start: until it has started it is given one that is always empty.
function emptyDatabase() {
  const asked = (result) => {
    const request = {};
    queueMicrotask(() => request.onsuccess?.({ target: { result } }));
    return request;
  };
  const nothing = { count: 0, getAllKeys: [], getAll: [] };
  const store = new Proxy({}, { get: (_, name) => () => asked(nothing[name]) });
  const transaction = () => ({ objectStore: () => store });
  return { open: () => asked({ objectStoreNames: [], transaction, close() {} }) };
}

// Offline: the service worker keeps this build and fetches the next one in the background. The next one waits until no
// page of this one is left, as browsers have it, or until the player asks for it.
const offline = navigator.serviceWorker;

async function takeOver() {
  try {
    const { waiting } = (await offline.getRegistration(root)) ?? {};
    if (!waiting) return;
    const { port1, port2 } = new MessageChannel();
    const taken = new Promise((done) => offline.addEventListener("controllerchange", done, { once: true }));
    const may = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
    waiting.postMessage("take over", [port2]);
    if (!(await Promise.race([may, later(500)]))) return;
    await Promise.race([taken, later(2000)]);
    location.reload();
  } catch { /* without a service worker, or with one that fails, there is nothing to take over */ }
}

// The one script that the page names by an address; its policy lets no other text become code.
function worker() {
  const address = () => new URL("sw.js", root).href;
  return window.trustedTypes?.createPolicy("kesu", { createScriptURL: address }).createScriptURL("") ?? address();
}

async function workOffline() {
  try {
    const registration = await offline.register(worker(), { updateViaCache: "none" });
    const offer = () => offline.controller && registration.waiting && offerUpdate();
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  } catch { /* then the page works as long as there is a network */ }
}

function offerUpdate() {
  document.getElementById("update").classList.remove("done");
}

document.getElementById("update-now")?.addEventListener("click", takeOver);
document.getElementById("update-later")?.addEventListener("click", (event) => {
  event.target.closest("#update").classList.add("done");
});

function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

// What was kept may be damaged. Once in a session, then, everything kept is forgotten and the page starts anew.
async function recover() {
  try {
    if (!offline?.controller || sessionStorage.getItem("kesu/recovering")) return false;
    sessionStorage.setItem("kesu/recovering", "1");
    for (const name of await caches.keys()) if (name.startsWith("kesu-") && name.includes(root)) await caches.delete(name);
    for (const registration of await offline.getRegistrations()) {
      if (registration.scope === root) await registration.unregister();
    }
    location.reload();
    return true;
  } catch {
    return false;
  }
}

// What is needed is fetched and compiled at once; nothing heavy is run before the first picture: then Python, and PyScript
// beside it.
const python = import(here("kesu.mjs"));
python.catch(() => {});
const painted = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300); // a page that is not being looked at has no pictures
});
painted.then(() => {
  performance.mark("kesu:painted");
  Object.defineProperty(window, "indexedDB", { value: emptyDatabase(), configurable: true });
  python.then(({ start }) => start()).then((started) => (started._api.on_fatal = ended)).catch(failed);
  // It would make code of the text of its hooks for workers, which the policy forbids; there are no such workers here.
  const withHooks = (part) => part?.worker?.onBeforeRunAsync;
  import(here("pyscript/core-")).then((core) => withHooks(Object.values(core).find(withHooks)).clear()).catch(failed);
  window.addEventListener("kesu:ready", async () => {
    performance.mark("kesu:ready");
    delete window.indexedDB;
    playEarly();
    const { arrived, keep } = await python;
    arrived();
    try { sessionStorage.removeItem("kesu/again"); } catch { /* it was never written */ }
    whenIdle(async () => {
      await workOffline();
      await keep();
    });
  }, { once: true });
});

function whenIdle(work) {
  const soon = window.requestIdleCallback ?? ((then) => setTimeout(then, 200));
  setTimeout(() => soon(work), 1000);
}

// The charts of the statistics, for whoever looks at them: a module, for which the policy needs no exception.
window.kesuCharts = () => import(new URL(document.getElementById("records").dataset.src, document.baseURI).href);

// Progress in bytes: the build says how much the start needs, resource timing says what has come.
const files = JSON.parse(document.getElementById("files")?.textContent ?? "{}");
const total = Object.values(files).reduce((sum, size) => sum + size, 0);
const come = new Set();

function count(entries) {
  for (const entry of entries) {
    const name = entry.name.startsWith(root) ? entry.name.slice(root.length).split("?")[0] : "";
    if (files[name]) come.add(name);
  }
  const bytes = [...come].reduce((sum, name) => sum + files[name], 0);
  if (!total || body.dataset.python || failing) return;
  bar.value = (100 * bytes) / total;
  line.textContent = bytes < total
    ? say("Loading Python: {come} of {all} MB", { come: (bytes / 1e6).toFixed(1), all: (total / 1e6).toFixed(1) })
    : say("Python is starting …");
}

new PerformanceObserver((list) => count(list.getEntries())).observe({ type: "resource", buffered: true });

// What was cut on its way is asked for once more by starting anew; what had come is in the browser's own cache.
async function again() {
  try {
    if (sessionStorage.getItem("kesu/again")) return false;
    sessionStorage.setItem("kesu/again", "1");
    await later(1000);
    location.reload();
    return true;
  } catch {
    return false;
  }
}

let failing = false;

async function failed(reason) {
  if (body.dataset.python || failing) return;
  failing = true;
  if ((await recover()) || (await again())) return;
  line.textContent = say("The start failed: {why}. Please reload the page.", { why: reason?.message ?? reason });
}

// Python can end for good, when its stack or its memory is used up. From then on nothing calls it, for what it did could
// be wrong, and the store stays as the last input left it.
const CALLS = `blur change click focusin input keydown keyup pagehide pageshow pointercancel pointerdown pointermove
  pointerup popstate resize storage visibilitychange`;

function ended(reason) {
  if (!body.dataset.python) return failed(reason);
  Storage.prototype.setItem = Storage.prototype.removeItem = window.kesuStorage.note = () => {};
  for (let frame = requestAnimationFrame(() => {}); frame; frame--) cancelAnimationFrame(frame);
  for (let timer = setTimeout(() => {}); timer; timer--) clearTimeout(timer);
  for (const kind of CALLS.split(/\s+/)) window.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
  const dialog = document.getElementById("ended");
  dialog.addEventListener("close", () => location.reload());
  dialog.showModal();
}

window.addEventListener("error", (event) => failed(event));
window.addEventListener("unhandledrejection", (event) => failed(event.reason));
