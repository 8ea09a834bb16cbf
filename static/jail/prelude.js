// The first script in the worker of foreign code, before Python and long before that code: it takes what the page hands
// in and, once Python is there, removes every global name that is not on the list below. The browser forbids everything
// else anyway, by the policy that this worker inherits and because it has no document (SECURITY.md).
(() => {
  const [MOST, PAGE] = [2 ** 30, 65_536]; // the most bytes of memory, and the bytes in a page of it
  const post = self.postMessage.bind(self);
  const listen = self.addEventListener.bind(self);
  const { setTimeout, clearTimeout, setInterval } = self;
  // foreign code can replace whatever is looked up when it runs
  const [{ isSafeInteger }, { apply }] = [Number, Reflect];
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;

  // Pyodide reads addresses beyond two gigabytes as negative numbers, which would corrupt Python's messages from there.
  const [{ grow }, buffer, byteLength] =
    [WebAssembly.Memory.prototype, getter(WebAssembly.Memory, "buffer"), getter(ArrayBuffer, "byteLength")];
  WebAssembly.Memory.prototype.grow = function (pages) {
    const more = +pages;
    if (apply(byteLength, apply(buffer, this, []), []) + more * PAGE > MOST)
      throw new RangeError("there is no more memory here");
    return apply(grow, this, [more]);
  };

  // The policy forbids making code from text, by eval or by Function.
  /** @type {Set<PropertyKey>} */
  const KEPT = new Set(`AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error
    EvalError FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array JSON Map
    Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError
    TextDecoder TextEncoder TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef
    WeakSet WebAssembly clearTimeout console crypto decodeURIComponent encodeURIComponent eval globalThis isFinite isNaN
    parseFloat parseInt performance prelit self setTimeout undefined`.split(/\s+/));

  // Leaves only KEPT; three of them become plain objects with the few functions that Python uses.
  function strip() {
    const world = globalThis;
    const silent = () => {};
    const now = performance.now.bind(performance);
    const getRandomValues = crypto.getRandomValues.bind(crypto);
    const { find } = prelit;
    for (let at = world; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of Reflect.ownKeys(at)) {
        if (at !== world || !KEPT.has(name)) Reflect.deleteProperty(at, name);
      }
    }
    const instead = {
      performance: { now }, crypto: { getRandomValues },
      console: { log: silent, warn: silent, error: silent, info: silent, debug: silent },
      prelit: { find }, self: world,
      setTimeout: (act, wait) => setTimeout(typeof act === "function" ? act : silent, wait), clearTimeout,
    };
    for (const [name, value] of Object.entries(instead))
      Object.defineProperty(world, name, { value, configurable: true, writable: true });
    for (const name of ["compileStreaming", "instantiateStreaming"]) delete WebAssembly[name];
  }

  function tell(said) {
    if (isSafeInteger(said) || (typeof said === "string" && said.length <= CONSTANTS.LONGEST_MESSAGE)) post(said);
  }

  // Passes messages to Python, and lets it go on when it wants to.
  function run(take) {
    let timer;
    const go = (text) => {
      clearTimeout(timer);
      const wait = take(text);
      if (wait >= 0) timer = setTimeout(go, wait, "");
    };
    setInterval(tell, 1000, '{"is":"beat"}');
    listen("message", ({ data }) => go(data));
    tell('{"is":"ready"}');
  }

  self.onmessage = ({ data: { files, snapshot, language, words } }) => {
    self.onmessage = null;
    self.prelit = { files: new Map(files.map(([path, bytes]) => [path, new Uint8Array(bytes)])) };
    const kept = prelit.files.get(snapshot);
    prelit.snapshot = Promise.resolve(kept);
    const jail = { tell, language, words, begin: (take) => (strip(), run(take)) };
    start(jail).catch((error) => tell(JSON.stringify({ is: "broken", problem: String(error).slice(0, 300) })));
  };

  async function start(jail) {
    PYTHON;
  }
})();
