// Shows the progress of loading in bytes: the build says what the start needs, resource timing what has arrived, and
// the largest file is counted while it comes (runtime.js).

import { body, byId, files, root, say } from "./page.js";

const total = Object.values(files).reduce((sum, size) => sum + size, 0);
const loaded = {}; // path → bytes

const megabytes = (bytes) =>
  (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const pathOf = (url) => (url.startsWith(root) ? url.slice(root.length).split("?")[0] : "");

// Notes that this many bytes of a file have arrived.
export function arrive(url, bytes) {
  loaded[pathOf(url)] = bytes;
  window.kesuNet.alive();
  show();
}

function show() {
  if (!total || body.dataset.python) return;
  const bytes = Object.entries(loaded).reduce((sum, [path, come]) => sum + Math.min(come, files[path] ?? 0), 0);
  byId("loading-bar").value = (100 * bytes) / total;
  const text = bytes < total
    ? say("Loading: {come} of {all} MB", { come: megabytes(bytes), all: megabytes(total) })
    : say("Loading…");
  byId("loading-text").textContent = text;
  const said = body.dataset.screen !== "game" || !byId("offer").hidden || window.kesuEarly.length;
  if (!said) byId("status-text").textContent = text;
}

function count(entries) {
  for (const { name } of entries) if (files[pathOf(name)]) loaded[pathOf(name)] = files[pathOf(name)];
  show();
}

if (window.PerformanceObserver)
  new PerformanceObserver((list) => count(list.getEntries())).observe({ type: "resource", buffered: true });
