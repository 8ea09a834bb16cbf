// The first script of the frame in which foreign code runs, before Python and long before that code. It narrows the frame's
// policy, removes the one way out that no policy closes, and passes messages between the page and Python.
(() => {
  const STARTING = 60_000; // milliseconds until the first message of a tournament's Python
  const STUCK = 8000; // and between two messages
  const root = new URL("../", document.currentScript.src).href;
  const own = ["rt/", "static/", "pyscript/"].map((folder) => root + folder).join(" ");
  const policy = document.querySelector("meta[http-equiv]").cloneNode();
  const workers = `blob: ${root}rt/`; // tools/build/workshop.py says why
  policy.content = policy.content.replace("blob: http: https:", workers).replaceAll("http: https:", own);
  document.head.append(policy);
  // WebRTC reaches any address, whatever the policy says. A frame within this one has yet another origin, so foreign code
  // cannot get these constructors back from there. A style sheet of XSLT may write a frame with a document in it, past Trusted
  // Types; in that frame this script has not run.
  for (const name of Object.getOwnPropertyNames(window)) {
    if (/RTC|WebTransport|XSLT/.test(name)) delete window[name];
  }

  // Pyodide reads addresses beyond two gigabytes as negative numbers, which would corrupt Python's messages from there.
  function bounded() {
    const [most, page] = [2 ** 30, 65_536]; // bytes
    const { grow } = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = function (pages) {
      if (this.buffer.byteLength + pages * page > most) throw new RangeError("there is no more memory here");
      return grow.call(this, pages);
    };
  }
  bounded();

  const post = parent.postMessage.bind(parent);
  const tell = (message) => post(typeof message === "string" ? message : JSON.stringify(message), "*");
  const waiting = [];
  let [work, lines, arena, heard, line] = [null, null, null, 0, 0];
  let hand;
  (globalThis.prelit ??= {}).snapshot = new Promise((then) => (hand = then));
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data?.lines) [lines] = [data.lines, hand(data.snapshot)];
    else if (data?.interpreter) compete(data);
    else if (data === "halt") halt();
    else if (work) work(data);
    else waiting.push(data);
  });
  // Registers Python's handler for tasks, once Python has started.
  window.kesuWork = (act) => {
    work = act;
    tell({ is: "ready" });
    setInterval(tell, 1000, { is: "beat" });
    for (const data of waiting.splice(0)) work(data);
  };
  window.kesuTell = tell;
  // Reports the line that foreign code has reached. A port sends it at once, even if the event loop here is blocked for good.
  window.kesuLine = (number) => lines?.postMessage(number);
  tell({ is: "waiting" });

  // A tournament runs in a worker, which is made from a blob because only then this page's policy applies to it.
  const trusted = window.trustedTypes?.createPolicy("workshop", { createScriptURL: (url) => url });

  function compete({ text, snapshot, worker, interpreter }) {
    halt();
    const code = `(${bounded})();
      const first = new Promise((then) => (onmessage = ({ data }) => then(data)));
      import(${JSON.stringify(worker)}).then(({ play }) => first.then(play)).catch((error) => postMessage({ error: String(error) }));`;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const { task } = JSON.parse(text);
    const failed = (problem) => (halt(), tell({ is: "failed", task, line, problem: problem.slice(0, 400) }));
    [heard, line] = [performance.now() + STARTING, 0];
    arena = new Worker(trusted?.createScriptURL(url) ?? url); // Chromium starts no module worker from such a blob
    arena.onmessage = ({ data }) => {
      heard = performance.now();
      if (typeof data === "number") line = data || line;
      else if (typeof data === "string") tell(data);
      else failed(data.error);
    };
    arena.onerror = ({ message }) => failed(message || "the tournament could not be started");
    arena.postMessage({ text, snapshot, interpreter }, snapshot ? [snapshot] : []);
    const watch = setInterval((its) => {
      if (its !== arena) clearInterval(watch);
      else if (performance.now() > heard + STUCK) failed("something here never ends");
    }, 500, arena);
  }

  function halt() {
    arena?.terminate();
    arena = null;
  }
})();
