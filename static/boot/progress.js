// Shows the progress of loading in bytes: the build says what the start needs, resource timing what has arrived.

import { body, byId, files, root, say } from "./page.js";

const total = Object.values(files).reduce((sum, size) => sum + size, 0);
const loaded = new Set();

const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function count(entries) {
  for (const entry of entries) {
    const name = entry.name.startsWith(root) ? entry.name.slice(root.length).split("?")[0] : "";
    if (files[name]) loaded.add(name);
  }
  const bytes = [...loaded].reduce((sum, name) => sum + files[name], 0);
  if (!total || body.dataset.python) return;
  byId("loading-bar").value = (100 * bytes) / total;
  byId("loading-text").textContent = bytes < total
    ? say("Loading Python: {come} of {all} MB", { come: megabytes(bytes), all: megabytes(total) })
    : say("Getting ready…");
}

if (window.PerformanceObserver) new PerformanceObserver((list) => count(list.getEntries())).observe({ type: "resource", buffered: true });
