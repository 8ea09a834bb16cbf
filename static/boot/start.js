// Starts Python, and PyScript beside it: what is needed is fetched and compiled at once, nothing heavy is run before the
// first picture.

import { playEarly } from "./early.js";
import { ended } from "./ended.js";
import { workOffline } from "./offline.js";
import { addressOf } from "./page.js";

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
  // PyScript would make code of the text of its hooks for workers, which the policy forbids; there are no workers here.
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
  whenIdle(async () => {
    await workOffline();
    await keep();
  });
}

function whenIdle(work) {
  const soon = window.requestIdleCallback ?? ((then) => setTimeout(then, 200));
  setTimeout(() => soon(work), 1000);
}

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

// The charts of the statistics, for whoever looks at them: a module, for which the policy needs no exception.
window.kesuCharts = () => import(new URL(document.getElementById("records").dataset.src, document.baseURI).href);
