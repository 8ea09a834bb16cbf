// A worker that encodes a game as an animated GIF from the picture without cells, the small pictures to put onto it,
// and for each frame which of them goes where. Frames hold only what changed. The worker's name is the address of the
// library.

const worker = /** @type {any} */ (self); // not a window
const COLOURS = 128; // the last one marks unchanged pixels
const DEPTH = 7; // bits per colour index
const STAYS = COLOURS - 1;
const WHOLE = 5; // frames encoded between two messages

self.onmessage = ({ data }) => encode(data).catch(() => worker.postMessage({ failed: true }));

async function encode(data) {
  const { GIFEncoder, quantize, applyPalette } = await import(self.name);
  const { base, pictures, frames, largest } = data;
  const palette = quantize(pixels([base, ...pictures]), STAYS);
  const indexed = ({ data, width, height }) => ({ cells: applyPalette(data, palette), width, height });
  const start = indexed(base);
  const things = pictures.map(indexed);
  const moments = [];
  for (let i = 0; i < frames.length; i += 2 + 3 * frames[i + 1]) {
    moments.push({ delay: frames[i], changes: frames.subarray(i + 2, i + 2 + 3 * frames[i + 1]) });
  }
  let first = 0;
  let bytes = packed(first);
  while (bytes.length > largest && first < moments.length - 1) {
    const kept = moments.length - first;
    first = Math.min(moments.length - 1, first + Math.max(1, Math.ceil(kept * (1 - (0.95 * largest) / bytes.length))));
    bytes = packed(first);
  }
  worker.postMessage({ bytes, first }, [bytes.buffer]);
  self.close();

  // Encodes the file from this moment on.
  function packed(first) {
    const encoder = GIFEncoder();
    const { width, height } = start;
    const shown = Uint8Array.from(start.cells);
    for (const { changes } of moments.slice(0, first + 1)) put(changes, shown, width);
    const colours = [...palette];
    while (colours.length < COLOURS) colours.push([0, 0, 0]);
    const options = { colorDepth: DEPTH, dispose: 1 };
    encoder.writeFrame(shown, width, height, { ...options, palette: colours, delay: moments[first].delay });
    moments.slice(first + 1).forEach(({ delay, changes }, number) => {
      const [left, top, right, bottom] = put(changes, shown, width);
      const part = new Uint8Array((right - left) * (bottom - top)).fill(STAYS);
      for (let i = 0; i < changes.length; i += 3) {
        const { width: wide, height: high } = things[changes[i]];
        const [x, y] = [changes[i + 1], changes[i + 2]];
        for (let row = y; row < y + high; row++) {
          part.set(shown.subarray(row * width + x, row * width + x + wide), (row - top) * (right - left) + x - left);
        }
      }
      const at = encoder.bytesView().length;
      encoder.writeFrame(part, right - left, bottom - top,
        { ...options, delay, transparent: true, transparentIndex: STAYS });
      place(encoder.bytesView(), at, left, top);
      if (number % WHOLE === 0) worker.postMessage({ done: number / moments.length });
    });
    encoder.finish();
    return encoder.bytes();
  }

  // Copies small pictures into place; returns their bounding box: left, top, right, bottom.
  function put(changes, shown, across) {
    const box = [Infinity, Infinity, 0, 0];
    for (let i = 0; i < changes.length; i += 3) {
      const { cells, width, height } = things[changes[i]];
      const [x, y] = [changes[i + 1], changes[i + 2]];
      for (let row = 0; row < height; row++) {
        shown.set(cells.subarray(row * width, (row + 1) * width), (y + row) * across + x);
      }
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x + width);
      box[3] = Math.max(box[3], y + height);
    }
    return box;
  }
}

// Patches a frame's position, which the library always writes as the top left corner: it follows a control block of 8
// bytes and a separator byte.
function place(file, at, left, top) {
  new DataView(file.buffer, file.byteOffset).setUint16(at + 9, left, true);
  new DataView(file.buffer, file.byteOffset).setUint16(at + 11, top, true);
}

// All pixels of these pictures, concatenated.
function pixels(pictures) {
  const all = new Uint8ClampedArray(pictures.reduce((sum, { data }) => sum + data.length, 0));
  let at = 0;
  for (const { data } of pictures) {
    all.set(data, at);
    at += data.length;
  }
  return all;
}
