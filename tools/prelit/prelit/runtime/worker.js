// Caches one whole build, so that the page works offline, and never serves a mix of two. prelit fills in the table of
// files and hashes (offline.py). A new build is fetched alongside the old one and waits until no page uses that any
// more, or until asked.

const build = PRELIT_BUILD;

const HOME = new URL("./", self.location).href;
const PREFIX = `${build.prefix}-build ${HOME} `; // another copy of the page at this origin has its own caches
const CACHE = PREFIX + build.name;
const PATIENCE = 1500; // milliseconds to wait for the cache
const DATA = /\.(wasm|gz|zip)$/; // large, and not scripts
const known = new Map(Object.entries(build.files).map(([path, hash]) => [new URL(path, HOME).href, hash]));

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver(event));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = request.mode === "navigate" ? page(request.url) : request.url;
  if (known.has(address)) event.respondWith(answer(address, event));
  else if (request.mode === "navigate" && known.has(`${address}/`)) {
    event.respondWith(Response.redirect(`${address}/${new URL(request.url).search}`)); // as the host does
  }
});

// Any address of a page means that page, whatever game it names; there is one per language, in its own folder.
function page(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  return url.href.replace(/\/index\.html$/, "/");
}

// Answers from the cache if the file there matches the build, otherwise from the network. It is checked every time,
// because every page of this origin can write to the cache: scripts and pages before they are served, large data while
// it is sent.
async function answer(address, event) {
  try {
    const kept = await soon(caches.open(CACHE).then((cache) => cache.match(address)));
    if (kept) {
      const right = isRight(address);
      if (DATA.test(address)) {
        event.waitUntil(right.then((is) => is || renew(address).then(() => startAgain(event.clientId))));
        return kept;
      }
      if (await right) return kept;
      event.waitUntil(renew(address));
    }
  } catch { /* a cache that fails counts as empty */ }
  return fetch(event.request);
}

// Reads the cache a second time, because an answer read here would reach the page more slowly.
async function isRight(address) {
  const kept = await (await caches.open(CACHE)).match(address);
  return Boolean(kept && (await checked(kept, known.get(address))));
}

async function renew(address) {
  const cache = await caches.open(CACHE);
  await cache.delete(address);
  await cache.put(address, await got(address, known.get(address), []));
}

// Reloads a page that has received damaged data.
async function startAgain(page) {
  const client = await self.clients.get(page);
  await client?.navigate?.(client.url);
}

// The promised value, or undefined after a timeout: in some browsers the cache never answers.
function soon(promise) {
  return Promise.race([promise, new Promise((then) => setTimeout(then, PATIENCE))]);
}

// Caches all files or none: if one is missing or from another build, it gives up, and the next visit tries again.
async function fill() {
  const cache = await caches.open(CACHE);
  const older = await others();
  try {
    for (const [address, hash] of known) {
      const kept = await cache.match(address);
      if (!kept || !(await checked(kept, hash))) await cache.put(address, await got(address, hash, older));
    }
  } catch (error) {
    if (!self.registration.active) await caches.delete(CACHE);
    throw error;
  }
}

// A file of this build: from an older build if it is unchanged, from the browser's HTTP cache, or from the network.
async function got(address, hash, older) {
  for (const cache of older) {
    const kept = await cache.match(address);
    const found = kept && (await checked(kept, hash));
    if (found) return found;
  }
  for (const mode of ["default", "reload"]) {
    const answer = await fetch(address, { cache: mode });
    const found = answer.ok && (await checked(answer, hash));
    if (found) return found;
  }
  throw new Error(`${address} is not of the build ${build.name}`);
}

// The answer if its body has this hash, otherwise null.
async function checked(answer, hash) {
  const data = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== hash) return null;
  return new Response(data, { headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } });
}

async function others() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  return Promise.all(names.map((name) => caches.open(name)));
}

async function clean() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

// Activates this build, but only if no other page has the previous one open.
async function takeOver(event) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const here = pages.filter((client) => client.url.startsWith(HOME));
  event.ports[0]?.postMessage(here.length <= 1); // first, because skipWaiting may wait for the page
  if (here.length <= 1) await self.skipWaiting();
}
