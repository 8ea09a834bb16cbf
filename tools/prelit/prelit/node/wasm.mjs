// Reads and writes WebAssembly modules: sections, functions and instructions, as far as splitting needs (split.mjs).

const TEXT = new TextDecoder();
export const SECTION = {
  custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, code: 10,
  data: 11, dataCount: 12, tag: 13,
};
export const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };

// Reads bytes sequentially.
export class Reader {
  constructor(bytes, at = 0, end = bytes.length) { Object.assign(this, { bytes, at, end }); }

  byte() { return this.bytes[this.at++]; }

  // An unsigned number of up to 32 bits.
  number() {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  }

  // Skips a number of any size and sign.
  skip() { while (this.bytes[this.at++] & 128); }

  name() {
    const length = this.number();
    return TEXT.decode(this.bytes.subarray(this.at, (this.at += length)));
  }

  // A value or reference type; some are followed by an index.
  type() {
    const code = this.byte();
    if (code === 0x63 || code === 0x64) this.skip();
  }

  limits() {
    const flags = this.byte();
    this.skip();
    if (flags & 1) this.skip();
  }

  // A constant expression, evaluated at instantiation, including its end.
  expression() {
    while (this.bytes[this.at] !== 0x0b) instruction(this);
    this.at++;
  }
}

// Writes bytes sequentially.
export class Writer {
  constructor(room = 1024) {
    this.bytes = new Uint8Array(room);
    this.at = 0;
  }

  room(count) {
    if (this.at + count <= this.bytes.length) return;
    const larger = new Uint8Array(2 * (this.at + count));
    larger.set(this.bytes.subarray(0, this.at));
    this.bytes = larger;
  }

  byte(...values) {
    this.room(values.length);
    for (const value of values) this.bytes[this.at++] = value;
    return this;
  }

  number(value) {
    this.room(5);
    for (; value > 127; value = Math.floor(value / 128)) this.bytes[this.at++] = (value & 127) | 128;
    this.bytes[this.at++] = value;
    return this;
  }

  // A number encoded for i32.const: a positive one needs its highest bit clear.
  signed(value) {
    this.room(5);
    for (; value > 63; value >>= 7) this.bytes[this.at++] = (value & 127) | 128;
    this.bytes[this.at++] = value;
    return this;
  }

  raw(bytes) {
    this.room(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }

  name(text) {
    const bytes = new TextEncoder().encode(text);
    return this.number(bytes.length).raw(bytes);
  }

  done() { return this.bytes.subarray(0, this.at); }
}

// The contents of a module: its raw sections; function types; `calls`, the type index of each function, imported ones first;
// its own functions with their bodies; the types of globals, tables, memories and tags, in bytes; exports.
export function parse(bytes) {
  const sections = [];
  for (const reader = new Reader(bytes, 8); reader.at < bytes.length; ) {
    const id = reader.byte();
    const size = reader.number();
    sections.push({ id, bytes: bytes.subarray(reader.at, (reader.at += size)) });
  }
  const found = (id) => new Reader(sections.find((section) => section.id === id)?.bytes ?? new Uint8Array([0]));
  const module = { sections, types: [], imported: 0, calls: [], functions: [], globals: [], tables: [], memories: [], tags: [] };

  const taken = (into, read) => (reader) => {
    const start = reader.at;
    read(reader);
    into.push(reader.bytes.subarray(start, reader.at));
  };
  const things = {
    [KIND.table]: taken(module.tables, (reader) => { reader.type(); reader.limits(); }),
    [KIND.memory]: taken(module.memories, (reader) => reader.limits()),
    [KIND.global]: taken(module.globals, (reader) => { reader.type(); reader.byte(); }),
    [KIND.tag]: taken(module.tags, (reader) => { reader.byte(); reader.skip(); }),
  };
  let reader = found(SECTION.type);
  for (let count = reader.number(); count--; ) module.types.push(functionType(reader));
  reader = found(SECTION.import);
  for (let count = reader.number(); count--; ) {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind === KIND.function) module.calls.push(reader.number());
    else things[kind](reader);
  }
  module.imported = module.calls.length;
  reader = found(SECTION.function);
  for (let count = reader.number(); count--; ) module.calls.push(module.functions[module.functions.push({ type: reader.number() }) - 1].type);
  for (const [id, kind] of [[SECTION.table, KIND.table], [SECTION.memory, KIND.memory], [SECTION.tag, KIND.tag], [SECTION.global, KIND.global]]) {
    reader = found(id);
    for (let count = reader.number(); count--; ) {
      things[kind](reader);
      if (kind === KIND.global) reader.expression();
    }
  }
  reader = found(SECTION.code);
  reader.number();
  for (const own of module.functions) {
    const size = reader.number();
    own.body = reader.bytes.subarray(reader.at, (reader.at += size));
  }
  reader = found(SECTION.export);
  module.exports = Array.from({ length: reader.number() }, () => {
    return { name: reader.name(), kind: reader.byte(), index: reader.number() };
  });
  return module;
}

function functionType(reader) {
  if (reader.byte() !== 0x60) throw new Error("a type that is no function's");
  const many = () => {
    const count = reader.number();
    for (let left = count; left--; ) reader.type();
    return count;
  };
  return { parameters: many(), results: many() };
}

// A module of these sections.
export function written(sections) {
  const writer = new Writer(1 << 20).byte(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  for (const { id, bytes } of sections) writer.byte(id).number(bytes.length).raw(bytes);
  return writer.done();
}

// Where the instructions of a function's body begin: after its locals.
export function begin(body) {
  const reader = new Reader(body);
  for (let count = reader.number(); count--; ) {
    reader.skip();
    reader.type();
  }
  return reader.at;
}

// What a rewriter must know about an instruction: "call", "return_call", "ref.func" and "global" are followed by an index;
// "segment" names a data or element segment.
const NONE = 0, INDEX = 1, TWO = 2, MEMORY = 3, BLOCK = 4;
const PLAIN = new Uint8Array(256).fill(255);
const put = (kind, ...codes) => codes.forEach((code) => (PLAIN[code] = kind));
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
put(NONE, 0x00, 0x01, 0x05, 0x0a, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1, 0xd3, ...range(0x45, 0xc4));
put(INDEX, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x14, 0x15, 0x18, ...range(0x20, 0x26), 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2, 0xd4, 0xd5, 0xd6);
put(TWO, 0x11, 0x13);
put(MEMORY, ...range(0x28, 0x3e));
put(BLOCK, 0x02, 0x03, 0x04, 0x06);

function memory(reader) {
  const align = reader.number();
  if (align & 64) reader.skip();
  reader.skip();
}

// Skips one instruction → its code if it refers to something that a split moves, otherwise 0. Throws on unknown ones.
export function instruction(reader) {
  const code = reader.byte();
  switch (PLAIN[code]) {
    case NONE: return 0;
    case INDEX: reader.skip(); return code === 0x10 || code === 0x12 || code === 0xd2 || code === 0x23 || code === 0x24 ? code : 0;
    case TWO: reader.skip(); reader.skip(); return 0;
    case MEMORY: memory(reader); return 0;
    case BLOCK: blockType(reader); return 0;
  }
  switch (code) {
    case 0x0e: for (let count = reader.number() + 1; count--; ) reader.skip(); return 0; // br_table
    case 0x1c: for (let count = reader.number(); count--; ) reader.type(); return 0; // select with types
    case 0x1f: // try_table
      blockType(reader);
      for (let count = reader.number(); count--; ) {
        if (reader.byte() < 2) reader.skip();
        reader.skip();
      }
      return 0;
    case 0x43: reader.at += 4; return 0;
    case 0x44: reader.at += 8; return 0;
    case 0xfc: return numeric(reader);
    case 0xfd: return vector(reader);
    case 0xfe: // atomic
      if (reader.number() === 3) reader.byte();
      else memory(reader);
      return 0;
    default: throw new Error(`an instruction that is not known: 0x${code.toString(16)} at ${reader.at - 1}`);
  }
}

function blockType(reader) {
  const code = reader.bytes[reader.at];
  if (code === 0x63 || code === 0x64) reader.at++;
  reader.skip();
}

export const SEGMENT = 0xfc; // an instruction that names a segment

function numeric(reader) {
  const code = reader.number();
  if (code < 8) return 0; // conversions
  if (code === 10) { reader.skip(); reader.skip(); return 0; } // memory.copy
  if (code === 11) { reader.skip(); return 0; } // memory.fill
  if (code === 14) { reader.skip(); reader.skip(); return 0; } // table.copy
  if (code > 14 && code < 18) { reader.skip(); return 0; } // table.grow, size, fill
  if (code === 9 || code === 13) { reader.skip(); return SEGMENT; } // data.drop, elem.drop
  if (code === 8 || code === 12) { reader.skip(); reader.skip(); return SEGMENT; } // memory.init, table.init
  throw new Error(`an instruction that is not known: 0xfc ${code}`);
}

function vector(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) memory(reader);
  else if (code === 12 || code === 13) reader.at += 16;
  else if (code >= 21 && code <= 34) reader.at += 1;
  else if (code >= 84 && code <= 91) { memory(reader); reader.at += 1; }
  return 0;
}
