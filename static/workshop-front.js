// The first script of the page that shows foreign games. It keeps nothing: what is stored here belongs to the visitor's
// own games. Python starts from the memory that the workshop around it hands over.
(() => {
  const refuse = () => { throw new DOMException("the workshop keeps nothing here", "SecurityError"); };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, "indexedDB", { value: undefined });
  const alone = class extends EventTarget { postMessage() {} close() {} };
  Object.defineProperty(window, "BroadcastChannel", { value: alone });
  (globalThis.prelit ??= {}).snapshot = parent.kesuMemory();
  for (const name of ["kesuReady", "kesuSend", "kesuBroken"]) window[name] = (text) => parent[name](window, text);
})();
