// Sources from outside: their first line, and the code in a link (as in game/workshop/sharing.py; tests compare the
// two).

import { BLANK, INVISIBLE, LONGEST_CODE, LONGEST_SOURCE, SOURCE_FORM } from "#constants";
import { about, say } from "./page.js";

export const LONGEST_LINK = 8000; // characters of a link that every messenger transmits

const HEAD = 5; // bytes: form and checksum
const HEADER = /^# kesu-workshop (\d{1,9}) (game|rules|player)(?: ([a-z0-9-]{1,30}))?\s*$/;
const UNSEEN = new RegExp(`[^\\P{C}${INVISIBLE}]|[^\\P{Z} ${INVISIBLE}]|[${BLANK}]`, "u");

// Reads a text from a file, a link or the store → { text, kind, game }; an Error in the page's language if it is not a
// source.
export function read(text, kind) {
  if (typeof text !== "string" || text.length > LONGEST_SOURCE || new Blob([text]).size > LONGEST_SOURCE)
    throw new Error(say("This code is too long."));
  const clean = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  if (!clean.trim()) throw new Error(say("This code is empty."));
  if (UNSEEN.test(clean)) throw new Error(say("This is not text."));
  const [line] = clean.split("\n", 1);
  const found = line.match(HEADER);
  if (!found) return { text: clean, kind, game: "" };
  if (Number(found[1]) > SOURCE_FORM) throw new Error(say("This code was made with a newer version of Kesu."));
  return { text: clean, kind: found[2], game: Object.hasOwn(about.games, found[3] ?? "") ? found[3] : "" };
}

// The text with a first line that says what it is.
export function headed(text, kind, game) {
  const line = `# kesu-workshop ${SOURCE_FORM} ${kind} ${kind === "game" ? "" : game}`.trim();
  const [first] = text.split("\n", 1);
  return HEADER.test(first) ? line + text.slice(first.length) : `${line}\n${text}`;
}

// Encodes a source: base64url of form, checksum and deflated text.
export async function encoded(text) {
  const plain = new TextEncoder().encode(text);
  const packed = await piped(plain, new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(HEAD + packed.length);
  bytes[0] = SOURCE_FORM;
  new DataView(bytes.buffer).setUint32(1, checksum(plain));
  bytes.set(packed, HEAD);
  const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (code.length > LONGEST_CODE) throw new Error(say("This code is too long for a link. Send it as a file."));
  return code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// Decodes a source; an Error if the code is damaged or too long.
export async function decoded(code) {
  const damaged = () => new Error(say("This link is damaged."));
  if (code.length > LONGEST_CODE) throw new Error(say("This code is too long."));
  let plain;
  try {
    if (!/^[\w-]+$/.test(code)) throw damaged();
    const bytes =
      Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    if (bytes[0] !== SOURCE_FORM) throw damaged();
    plain = await piped(bytes.subarray(HEAD), new DecompressionStream("deflate-raw"));
    if (new DataView(bytes.buffer).getUint32(1) !== checksum(plain)) throw damaged();
    plain = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    throw damaged();
  }
  return read(plain, "game");
}

// Pipes data through a stream; stops when the output is too long, because a short code could inflate to a very long
// text.
async function piped(data, stream) {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part; !(part = await reader.read()).done; ) {
    parts.push(part.value);
    length += part.value.length;
    if (length > LONGEST_SOURCE) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
