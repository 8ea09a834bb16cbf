// Starts Python, and PyScript at the same time: everything is fetched and compiled at once, but nothing heavy runs before the
// first picture.

import { playEarly } from "./early.js";
import { ended } from "./ended.js";
import { workOffline } from "./offline.js";
import { addressOf, byId, scriptAt } from "./page.js";

const failed = (reason) => window.kesuNet.fail(reason);
const python = import(addressOf("kesu.mjs"));
python.catch(() => {});
const database = Object.getOwnPropertyDescriptor(window, "indexedDB");
const painted = new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 300); // a page that is not being looked at has no pictures
});

painted.then(() => {
  performance.mark("kesu:painted");
  Object.defineProperty(window, "indexedDB", { value: emptyDatabase(), configurable: true });
  python.then(({ start }) => start()).then((started) => (started._api.on_fatal = ended)).catch(failed);
  // PyScript would turn the text of its worker hooks into code, which the policy forbids; there are no workers here.
  const withHooks = (part) => part?.worker?.onBeforeRunAsync;
  import(addressOf("pyscript/core-")).then((core) => withHooks(Object.values(core).find(withHooks)).clear()).catch(failed);
  window.addEventListener("kesu:ready", ready, { once: true });
});

async function ready() {
  performance.mark("kesu:ready");
  if (database) Object.defineProperty(window, "indexedDB", database);
  else delete window.indexedDB;
  playEarly();
  const { arrived, keep } = await python;
  arrived();
  window.kesuWhole().catch(() => {}); // then whoever needs them asks again
  whenIdle(async () => {
    await workOffline();
    await keep();
  });
}

function whenIdle(work) {
  const soon = window.requestIdleCallback ?? ((then) => setTimeout(then, 200));
  setTimeout(() => soon(work), 1000);
}

// PyScript opens a database for downloaded packages. There are none here, and PyScript does not start where a browser refuses
// the database: until it has started it gets one that is always empty.
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

// The charts of the statistics, for whoever looks at them: a module, for which the policy needs no exception.
const moduleOf = (id) => import(new URL(document.getElementById(id).dataset.src, document.baseURI).href);
window.kesuCharts = () => moduleOf("records");

// What draws QR codes, likewise.
window.kesuQR = () => moduleOf("live");

// What is imported only after the first board, for whoever cannot wait for it.
window.kesuLater = () => python.then(({ bringLater }) => bringLater());

// That, and then the cold parts of WebAssembly, for whoever would have to wait for them.
window.kesuWhole = () => python.then(({ bringLater, bringCold }) => bringLater().then(bringCold));

// A group of Python's modules that no start imports, for whoever wants what they do.
window.kesuLate = (group) => python.then(({ bring }) => bring(group));

// What makes animated pictures, for whoever wants one; the worker is told by its name where its library is.
window.kesuFilm = () => {
  const name = new URL(byId("share").dataset.href, document.baseURI).href;
  return new Worker(scriptAt("film"), { type: "module", name });
};
