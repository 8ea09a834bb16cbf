// Fetches files of the site, in a browser or, while the site is built, in Node. Where there is no network, as in a
// worker under a policy that allows none, the script that starts it hands the files in: `prelit.files`, bytes by path.

import { shared } from "./facts.mjs";

export const inNode = typeof document === "undefined" && typeof process === "object";
export const node = inNode ? { fs: await import("node:fs/promises"), sync: await import("node:fs"),
  os: await import("node:os"), url: await import("node:url") } : null;

const ATTEMPTS = 3; // to fetch a file, because connections break
// while Python starts, Pyodide is given another, which waits for what is fetched here (start.mjs)
const { fetch } = globalThis;

export const address = (path) => new URL(`../${path}`, import.meta.url);
export const place = (path) => (inNode ? node.url.fileURLToPath(address(path)) : address(path).href);

// The bytes of a file.
export async function bytes(path) {
  if (shared.files) return handedIn(path);
  if (inNode) return new Uint8Array(await node.fs.readFile(address(path)));
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await fetch(address(path));
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((then) => setTimeout(then, 500 * attempt));
    }
  }
}

function handedIn(path) {
  const data = shared.files.get(path);
  if (!data) throw new Error(`${path} was not handed in`);
  return data;
}

export const text = async (path) => new TextDecoder().decode(await bytes(path));

// The same at once: the page blocks until the file has arrived.
export function bytesNow(path) {
  if (shared.files) return handedIn(path);
  if (inNode) return new Uint8Array(node.sync.readFileSync(address(path)));
  const request = new XMLHttpRequest();
  request.open("GET", address(path), false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character is the data
  request.send();
  if (request.status !== 200) throw new Error(`${path}: ${request.status}`);
  const [text, data] = [request.response, new Uint8Array(request.response.length)];
  for (let i = 0; i < data.length; i++) data[i] = text.charCodeAt(i); // fifty times as fast as Uint8Array.from
  return data;
}

// Everything that a start needs is fetched once, on first use, and released when the page is ready. Errors reach only
// the code that awaits it.
const asked = new Map();

export function once(make) {
  return () => {
    if (!asked.has(make)) {
      const promise = make();
      promise.catch(() => {});
      asked.set(make, promise);
    }
    return asked.get(make);
  };
}

export const release = () => asked.clear();

// Whether the server is so near that even a first visit should wait for the snapshot, judging by the latency of the
// page and the speed of the fastest file. Answers from the browser's cache or the service worker do not count.
const SOON = 25; // milliseconds until the server answers
const LARGE = 4000; // bytes of a file whose transfer says something about the speed
const QUICK = 4000; // bytes per millisecond, 32 Mbit/s: then the snapshot arrives sooner than Python starts without it
const travelled = ({ encodedBodySize, transferSize, workerStart }) => !workerStart && transferSize > encodedBodySize;

export function near() {
  const [page] = performance.getEntriesByType("navigation");
  if (!page || !travelled(page) || navigator.connection?.saveData) return false;
  const speeds = [page, ...performance.getEntriesByType("resource")].filter(travelled)
    .filter(({ encodedBodySize, responseEnd }) => encodedBodySize > LARGE && responseEnd)
    .map(({ encodedBodySize, responseStart, responseEnd }) =>
      encodedBodySize / Math.max(responseEnd - responseStart, 0.1));
  return page.responseStart - page.requestStart < SOON && Math.max(...speeds) > QUICK;
}
