// Decides whether a start uses a snapshot, and keeps it for the next visit.
//
// A start from a snapshot that never ends must not be tried again, so each one leaves a note in localStorage until the
// page is ready. It also holds a lock of the same name: a note whose lock nobody holds is from a start that died, and
// the snapshot is thrown away; otherwise another tab is starting at this moment, and the snapshot is as good as ever.

import { unzipped } from "./archives.mjs";
import { attempt, facts, shared, slower } from "./facts.mjs";
import { address, bytes, inNode, near, once } from "./site.mjs";

const NOTE = `${facts.name}/restoring`;
const MISFIT = `${facts.name}/misfit`;
export const UNUSED = "no start from the snapshot"; // now or on the next visit
const PATIENCE = 1500; // milliseconds to wait for the browser's cache
const UNSURE = 6000; // milliseconds to wait for a snapshot's hash before giving it up
const CACHE = `${facts.name}-snapshot ${address("")}`; // another copy of the page at this origin has its own cache

// The promised value, or undefined after a timeout: in some browsers the cache never answers.
const soon = (promise, time = PATIENCE) => Promise.race([promise, new Promise((then) => setTimeout(then, time))]);

// Wraps a promise so that it can be awaited later; until then a rejection is ignored.
function onItsWay(coming) {
  coming.catch(() => {});
  return { coming };
}

// Notes that this browser links the packages to other addresses than the build did: WebKit does so with Pillow. The
// snapshot is then neither fetched nor tried again.
export const misfit = () => attempt(() => localStorage.setItem(MISFIT, facts.snapshot));
const useless = () => !facts.snapshot || attempt(() => localStorage.getItem(MISFIT)) === facts.snapshot;

// Whether no earlier start from a snapshot has died.
const trusted = once(async () => {
  if (useless()) return false;
  const note = localStorage.getItem(NOTE);
  return !note || Boolean(await soon(running(note)));
});

async function running(note) {
  const { held, pending } = await navigator.locks.query();
  return [...held, ...pending].some(({ name }) => name === note);
}

// The snapshot of this build, if an earlier visit kept it.
export const kept = once(async () => {
  if (inNode || !(await trusted())) return undefined;
  const answer = await soon(caches.open(CACHE).then((cache) => cache.match(address(facts.snapshot))));
  return answer && onItsWay(answer.arrayBuffer().then(ours));
});

// The data as bytes, if it is this build's snapshot; throws otherwise. It is hashed while other threads compile
// modules.
async function ours(data) {
  const digest = await soon(crypto.subtle.digest("SHA-256", data), UNSURE);
  const hash = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== facts.snapshotHash) throw new Error("the snapshot is damaged");
  return new Uint8Array(data);
}

// The kept snapshot, or the server's if that is near, or one that the page passes to this module; does not wait for it
// to arrive.
export async function wanted() {
  try {
    if (shared.snapshot) return await handed();
    if (!(await trusted())) return await forget();
    return (await kept()) ?? (near() ? onItsWay(bytes(facts.snapshot).then(unzipped)) : undefined);
  } catch (error) {
    slower("no snapshot can be kept here", error);
    return undefined;
  }
}

async function handed() {
  const data = await soon(shared.snapshot);
  return data && onItsWay(Promise.resolve(new Uint8Array(data)));
}

// Notes that a start from the snapshot begins; the note goes when the page is ready.
const own = `${NOTE} ${attempt(() => crypto.randomUUID()) ?? Math.random()}`;
let unlock = () => {};

export function note() {
  if (shared.snapshot) return; // it was not kept here
  navigator.locks?.request(own, () => new Promise((done) => (unlock = done))).catch(() => {});
  localStorage.setItem(NOTE, own);
}

export function removeNote() {
  unlock();
  attempt(() => localStorage.getItem(NOTE) === own && localStorage.removeItem(NOTE));
}

export async function forget() {
  try {
    localStorage.removeItem(NOTE);
    await soon(caches.delete(CACHE));
  } catch { /* there is nothing to forget */ }
}

// Fetches the snapshot for the next visit unless it is cached, and caches it if its hash is this build's; removes those
// of other builds.
export async function keep() {
  if (useless()) return;
  try {
    const [cache, wanted] = [await caches.open(CACHE), address(facts.snapshot).href];
    for (const { url } of await cache.keys()) if (url !== wanted) await cache.delete(url);
    if (await cache.match(wanted)) return;
    await cache.put(wanted, new Response(await ours(await unzipped(await bytes(facts.snapshot)))));
  } catch (error) { // or there is no cache, or no room in it
    slower(UNUSED, error);
  }
}
