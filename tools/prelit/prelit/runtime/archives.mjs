// Unpacks the two kinds of archives that the build makes.

import { bytes } from "./site.mjs";

// Decompresses gzip data, unless the server has already done so.
export async function unzipped(data) {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The files of a tar archive: name → bytes, views into the one array.
export function untar(data) {
  if (data.length < 1024) throw new Error("no archive");
  const found = new Map();
  const text = new TextDecoder();
  const field = (at, length) => text.decode(data.subarray(at, at + length)).split("\0")[0];
  for (let at = 0; at + 512 <= data.length && data[at]; ) {
    const [name, size, prefix] = [field(at, 100), parseInt(field(at + 124, 12), 8), field(at + 345, 155)];
    if (field(at + 257, 6) !== "ustar" || !(at + 512 + size <= data.length)) throw new Error("no archive");
    found.set(prefix ? `${prefix}/${name}` : name, data.subarray(at + 512, at + 512 + size));
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return found;
}

// The data, if it is a whole zip; servers may send something else.
export function asZip(data) {
  const [begin, end] = [data.subarray(0, 4), data.subarray(-22, -18)].map(String);
  if (begin !== "80,75,3,4" || end !== "80,75,5,6") throw new Error("no archive");
  return data;
}

export const archive = async (path) => untar(await unzipped(await bytes(path)));

// Writes an archive into Python's file system. Modules that were linked in advance only need to exist.
export function put(FS, folder, archive, linked = []) {
  const created = new Set();
  for (const [name, data] of archive) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!created.has(parent)) FS.mkdirTree(parent);
    created.add(parent);
    FS.writeFile(path, linked.includes(name) ? new Uint8Array() : data, { canOwn: true });
  }
}

// Puts files into Python's file system that are fetched only when they are opened: name → [path in the site, size].
export function putLazily(FS, folder, files, fetchNow) {
  for (const [name, [path, size]] of Object.entries(files)) {
    const whole = `${folder}/${name}`;
    FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    FS.writeFile(whole, new Uint8Array());
    const { node } = FS.lookupPath(whole);
    node.usedBytes = size;
    let data;
    Object.defineProperty(node, "contents",
      { get: () => (data ??= fetchNow(path, size)), set(other) { data = other; } });
  }
}
