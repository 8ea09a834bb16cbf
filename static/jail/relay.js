// The only script of the empty frame around the worker of foreign code. It starts the worker, and passes on its
// messages after counting and measuring them: the first that is slow to read, or is not a short text or a number, ends
// the worker.
(() => {
  const MOST = CONSTANTS.MOST_PER_SECOND; // the build writes it here, and other constants (tools/build/constants.py)
  const policy = globalThis.trustedTypes?.createPolicy("jail", { createScriptURL: (url) => url });
  const pass = (data) => parent.postMessage(data, "*");
  let [worker, since, counts] = [null, -Infinity, /** @type {any} */ ({})];

  function end() {
    worker.onmessage = null;
    worker.terminate();
    pass('{"is":"flood"}');
  }

  // Whether a message may be passed on; its data is read only after it was counted.
  function fits(event) {
    const began = performance.now();
    if (began - since > 1000) [since, counts] = [began, { all: 0, string: 0, number: 0 }];
    if (++counts.all > MOST.string + MOST.number) return false;
    const { data } = event;
    const kind = typeof data;
    return performance.now() - began <= CONSTANTS.LONGEST_READING && ++counts[kind] <= MOST[kind]
      && (kind === "number" || data.length <= CONSTANTS.LONGEST_MESSAGE);
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (worker) return worker.postMessage(data);
    const url = URL.createObjectURL(new Blob([data.script], { type: "text/javascript" }));
    worker = new Worker(policy?.createScriptURL(url) ?? url);
    worker.onmessage = (event) => (fits(event) ? pass(event.data) : end());
    worker.onmessageerror = end;
    worker.onerror = ({ message }) => pass(JSON.stringify({ is: "broken", problem: String(message).slice(0, 300) }));
    worker.postMessage(data.task, data.task.files.map(([, bytes]) => bytes));
  });
  pass('{"is":"waiting"}');
})();
