// Starts Python and PyScript in parallel: everything is fetched and compiled at once, but nothing heavy runs before the
// first paint.

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
  setTimeout(done, 300); // a hidden page is never painted
});

painted.then(() => {
  performance.mark("kesu:painted");
  Object.defineProperty(window, "indexedDB", { value: emptyDatabase(), configurable: true });
  python.then(({ start }) => start()).then((started) => (started._api.on_fatal = ended)).catch(failed);
  // PyScript would evaluate the text of its worker hooks, which the policy forbids; PyScript runs no workers here.
  const withHooks = (part) => part?.worker?.onBeforeRunAsync;
  import(addressOf("pyscript/core-")).then((core) =>
    withHooks(Object.values(core).find(withHooks)).clear()).catch(failed);
  window.addEventListener("kesu:ready", ready, { once: true });
});

async function ready() {
  performance.mark("kesu:ready");
  if (database) Object.defineProperty(window, "indexedDB", database);
  else delete window.indexedDB;
  playEarly();
  const { arrived, keep } = await python;
  arrived();
  window.kesuPart("whole").catch(() => {}); // they are requested again when needed
  whenIdle(async () => {
    await workOffline();
    await keep();
  });
}

function whenIdle(work) {
  const soon = window.requestIdleCallback ?? ((then) => setTimeout(then, 200));
  setTimeout(() => soon(work), 1000);
}

// PyScript opens a database for downloaded packages and does not start if the browser refuses it. Kesu downloads none,
// so until PyScript has started it gets a database that is always empty.
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

// Loads the charts of the statistics: a module, for which the policy needs no exception.
const moduleOf = (id) => import(new URL(byId(id).dataset.src, document.baseURI).href);
window.kesuCharts = () => moduleOf("records");

// Measures the text in a message, which Python would copy first.
window.kesuLength = ({ data }) => data.length;

// Loads the QR code generator.
window.kesuQR = () => moduleOf("live");

// Loads a part of Python that comes after the start (kesu.mjs).
window.kesuPart = (part) => python.then(({ bring }) => bring(part));

// Starts the worker that makes animated pictures; its name carries the address of its library.
window.kesuFilm = () => {
  const name = new URL(byId("share").dataset.href, document.baseURI).href;
  return new Worker(scriptAt("film"), { type: "module", name });
};
