// The file of a snapshot: four bytes of length, a JSON header, Pyodide's own data, then the non-empty parts of Python's
// memory, whose bounds are in the header; nearly half of the memory is empty.

const PAGE = 4096; // bytes

export function read(data) {
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(data.subarray(4, 4 + length)));
  return { head, data: data.subarray(4 + length) };
}

// Pyodide's snapshot as a list of arrays, which are to be written one after the other.
export function write(head, memory) {
  const own = new Uint32Array(memory.buffer, memory.byteOffset, 2)[1];
  const heap = memory.subarray(own);
  const stretches = filled(heap);
  const text = new TextEncoder().encode(JSON.stringify({ ...head, own, heap: heap.length, stretches }));
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  return [length, text, memory.subarray(0, own), ...stretches.map(([start, end]) => heap.subarray(start, end))];
}

// The bounds of the non-empty parts of memory, in whole pages.
function filled(memory) {
  const found = [];
  for (let start = 0; start < memory.length; start += PAGE) {
    const page = memory.subarray(start, start + PAGE);
    if (!page.some(Boolean)) continue;
    if (found.at(-1)?.[1] === start) found.at(-1)[1] += page.length;
    else found.push([start, start + page.length]);
  }
  return found;
}

// Restores Python's memory. One word is left alone: there Pyodide notes how it calls C. That depends on the browser and
// is determined before Python starts.
export function restore(module, stretches, data) {
  const note = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]) / 4;
  const noted = module.HEAP32[note];
  fill(module.HEAP8, stretches, data);
  module.HEAP32[note] = noted;
}

function fill(memory, stretches, data) {
  let [at, last] = [0, 0];
  for (const [start, end] of stretches) {
    memory.fill(0, last, start);
    memory.set(data.subarray(at, (at += end - start)), start);
    last = end;
  }
  memory.fill(0, last);
  if (at !== data.length) throw new Error("the snapshot is cut short");
}
