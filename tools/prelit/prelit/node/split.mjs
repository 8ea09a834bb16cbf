// Splits a WebAssembly module into a hot part, which is loaded first and keeps all function numbers and addresses, and a cold
// part, which fills in the rest later:
//   node split.mjs instrument MODULE TO               a module that records which of its functions run; prints how many there are
//   node split.mjs split MODULE PROFILE HOT COLD      PROFILE: a bit for each function, 1 for a hot one
//   node split.mjs prune MODULE TO SCRIPT [SIDE…]     without the exports that neither SCRIPT names nor a SIDE module imports
// docs/guide.md explains it. The hot part has an additional table. Its first entry is a function that loads the cold part, the
// next ones are the cold functions, the rest are functions that cold functions call. In the hot part each cold function is a
// stub that calls the loader, if the cold part has not loaded yet, and then its entry in the table. The cold part imports
// memory, tables, globals and tags from the hot one, and fills its entries when it is instantiated.

import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

import { KIND, Reader, SECTION, SEGMENT, Writer, begin, instruction, parse, written } from "./wasm.mjs";

const [CALL, REF_FUNC, GLOBAL_GET, GLOBAL_SET] = [0x10, 0xd2, 0x23, 0x24];
const [I32, FUNCREF] = [0x7f, 0x70];
const SMALL = 24; // bytes; a stub is hardly smaller
const OURS = "!"; // the prefix of exports that only the cold part uses

// The same module with an exported global for each function, named by its number, which is 1 once it has run.
export function instrumented(bytes) {
  const module = parse(bytes);
  const first = module.globals.length;
  const bodies = module.functions.map(({ body }, i) => {
    const start = begin(body);
    const writer = new Writer(body.length + 8).raw(body.subarray(0, start));
    return writer.byte(0x41, 1, GLOBAL_SET).number(first + i).raw(body.subarray(start)).done();
  });
  const noted = module.functions.map(() => ({ type: Uint8Array.of(I32, 1), value: Uint8Array.of(0x41, 0, 0x0b) }));
  const named = noted.map((_, i) => ({ name: `${OURS}${i}`, kind: KIND.global, index: first + i }));
  return assembled(module, { bodies, globals: noted, exports: [...module.exports, ...named] });
}

// The same module without the exported functions and globals that are not to be kept.
export function pruned(bytes, kept) {
  const module = parse(bytes);
  const wanted = ({ name, kind }) => kept(name) || (kind !== KIND.function && kind !== KIND.global);
  return assembled(module, { bodies: module.functions.map(({ body }) => body), exports: module.exports.filter(wanted) });
}

// A module and the numbers of its hot functions → its hot and its cold part.
export function split(bytes, isHot) {
  const module = parse(bytes);
  const { imported } = module;
  const hot = module.functions.map(({ body }, i) => isHot(i) || body.length < SMALL || namesSegments(body));
  const cold = [...hot.keys()].filter((i) => !hot[i]);
  const places = new Map(cold.map((own, i) => [own, 1 + i]));
  const [called, globals] = [new Map(), new Map()]; // references of cold code: number → table entry, number in the cold part
  const rewritten = cold.map((own) => moved(module, own, { hot, places, called, globals }));

  const empty = module.types.findIndex(({ parameters, results }) => !parameters && !results);
  if (empty < 0) throw new Error("no type for a function without anything");
  const [table, ready, ensure] = [module.tables.length, module.globals.length, imported + module.functions.length];
  const stub = (own) => {
    const { type } = module.functions[own];
    const writer = new Writer(32).byte(0, CALL).number(ensure);
    for (let i = 0; i < module.types[type].parameters; i++) writer.byte(0x20).number(i);
    return writer.byte(0x41).signed(places.get(own)).byte(0x11).number(type).number(table).byte(0x0b).done();
  };
  const loader = new Writer(32).byte(0, GLOBAL_GET).number(ready).byte(0x45, 0x04, 0x40, 0x41, 0, 0x11).number(empty).number(table);
  const bodies = module.functions.map(({ body }, i) => (hot[i] ? body : stub(i)));
  const exports = [...module.exports];
  const outside = (kind, index) => {
    const known = exports.find((one) => one.kind === kind && one.index === index);
    if (known) return known.name;
    exports.push({ name: `${OURS}${"ftmgx"[kind]}${index}`, kind, index });
    return exports.at(-1).name;
  };
  const size = 1 + cold.length + called.size;
  const shared = { table: new Writer().byte(FUNCREF, 1).number(size).number(size).done(), ready: Uint8Array.of(I32, 1) };
  const imports = [
    ...module.memories.map((type, i) => [KIND.memory, outside(KIND.memory, i), type]),
    ...module.tables.map((type, i) => [KIND.table, outside(KIND.table, i), type]),
    [KIND.table, `${OURS}x`, shared.table],
    ...[...globals].map(([index]) => [KIND.global, outside(KIND.global, index), module.globals[index]]),
    ...module.tags.map((type, i) => [KIND.tag, outside(KIND.tag, i), type]),
  ];
  exports.push({ name: `${OURS}x`, kind: KIND.table, index: table }, { name: `${OURS}r`, kind: KIND.global, index: ready });
  const parts = {
    bodies: [...bodies, loader.byte(0x0b, 0x0b).done()],
    functions: [{ type: empty }],
    tables: [shared.table],
    globals: [{ type: shared.ready, value: Uint8Array.of(0x41, 0, 0x0b) }],
    exports,
    elements: [elements(table, 1 + cold.length, [...called.keys()])],
  };
  const coldTypes = cold.map((own) => module.functions[own].type);
  return { hot: assembled(module, parts), cold: coldModule(module, imports, coldTypes, rewritten, elements(table, 1, [...cold.keys()])) };
}

function namesSegments(body) {
  for (const reader = new Reader(body, begin(body)); reader.at < body.length; ) if (instruction(reader) === SEGMENT) return true;
  return false;
}

// The body of a cold function in the cold part, which calls functions of the hot part through the table.
function moved(module, own, { hot, places, called, globals }) {
  const { body } = module.functions[own];
  const [imported, table] = [module.imported, module.tables.length];
  const start = begin(body);
  const reader = new Reader(body, start);
  const writer = new Writer(2 * body.length).raw(body.subarray(0, start));
  const inCold = (index) => (index >= imported && !hot[index - imported] ? places.get(index - imported) - 1 : -1);
  const slot = (index) => {
    if (!called.has(index)) called.set(index, called.size);
    return 1 + places.size + called.get(index);
  };
  for (let from = start; reader.at < body.length; from = reader.at) {
    const code = instruction(reader);
    if (!code) {
      writer.raw(body.subarray(from, reader.at));
      continue;
    }
    const index = new Reader(body, from + 1).number();
    if (code === GLOBAL_GET || code === GLOBAL_SET) {
      if (!globals.has(index)) globals.set(index, globals.size);
      writer.byte(code).number(globals.get(index));
    } else if (inCold(index) >= 0) {
      if (code === REF_FUNC) throw new Error("a reference to a cold function");
      writer.byte(code).number(inCold(index));
    } else {
      writer.byte(0x41).signed(slot(index));
      if (code === REF_FUNC) writer.byte(0x25).number(table);
      else writer.byte(code + 1).number(module.calls[index]).number(table);
    }
  }
  return writer.done();
}

// An element segment: these functions, starting at this table entry.
function elements(table, place, functions) {
  const writer = new Writer(4 * functions.length + 16).number(2).number(table).byte(0x41).signed(place).byte(0x0b, 0).number(functions.length);
  for (const index of functions) writer.number(index);
  return writer.done();
}

// The module with other bodies and exports, and with entries appended to some sections.
function assembled(module, { bodies, exports, functions = [], tables = [], globals = [], elements: segments = [] }) {
  const more = {
    [SECTION.function]: functions.map(({ type }) => new Writer().number(type).done()),
    [SECTION.table]: tables,
    [SECTION.global]: globals.map(({ type, value }) => new Writer().raw(type).raw(value).done()),
    [SECTION.element]: segments,
  };
  const whole = {
    [SECTION.export]: vector(exports.map(({ name, kind, index }) => new Writer().name(name).byte(kind).number(index).done())),
    [SECTION.code]: vector(bodies.map((body) => new Writer(body.length + 5).number(body.length).raw(body).done())),
  };
  const ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];
  const sections = [...module.sections];
  for (const [id, added] of Object.entries(more)) {
    if (!added.length || sections.some((section) => section.id === Number(id))) continue;
    const before = sections.findIndex((section) => ORDER.indexOf(section.id) > ORDER.indexOf(Number(id)));
    sections.splice(before, 0, { id: Number(id), bytes: Uint8Array.of(0) });
  }
  return written(sections.map(({ id, bytes }) => ({ id, bytes: whole[id] ?? longer(bytes, more[id] ?? []) })));
}

function coldModule(module, imports, types, bodies, segment) {
  const written_ = imports.map(([kind, name, type]) => new Writer().name("p").name(name).byte(kind).raw(type).done());
  return written([
    module.sections.find(({ id }) => id === SECTION.type),
    { id: SECTION.import, bytes: vector(written_) },
    { id: SECTION.function, bytes: vector(types.map((type) => new Writer().number(type).done())) },
    { id: SECTION.element, bytes: vector([segment]) },
    { id: SECTION.code, bytes: vector(bodies.map((body) => new Writer(body.length + 5).number(body.length).raw(body).done())) },
  ]);
}

function vector(items) {
  const writer = new Writer(1 << 16).number(items.length);
  for (const item of items) writer.raw(item);
  return writer.done();
}

// A section with entries appended.
function longer(bytes, items) {
  if (!items.length) return bytes;
  const reader = new Reader(bytes);
  const writer = new Writer(bytes.length + 64).number(reader.number() + items.length).raw(bytes.subarray(reader.at));
  for (const item of items) writer.raw(item);
  return writer.done();
}

// The bits of a file, lowest bit of each byte first.
const bits = (bytes) => (i) => Boolean((bytes[i >> 3] >> (i & 7)) & 1);

async function main([what, from, ...rest]) {
  const bytes = await readFile(from);
  if (what === "instrument") {
    console.log(parse(bytes).functions.length);
    return keep(rest[0], instrumented(bytes));
  }
  if (what === "prune") {
    const [to, script, ...sides] = rest;
    const names = new Set((await readFile(script, "utf8")).match(/[\w$]+/g));
    for (const side of sides) {
      const module = new WebAssembly.Module(await readFile(side));
      for (const { name } of WebAssembly.Module.imports(module)) names.add(name);
    }
    return keep(to, pruned(bytes, (name) => names.has(name)));
  }
  const [profile, hotTo, coldTo] = rest;
  const { hot, cold } = split(bytes, bits(await readFile(profile)));
  await keep(hotTo, hot);
  await keep(coldTo, cold);
}

async function keep(to, bytes) {
  if (!WebAssembly.validate(bytes)) throw new Error(`${to} is no WebAssembly`);
  await writeFile(to, bytes);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
