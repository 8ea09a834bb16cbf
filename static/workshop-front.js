// The first script of the page that shows foreign games. It keeps nothing: what is stored here belongs to the visitor's
// own games. Python starts from the memory that the workshop around it hands over.
(() => {
  const refuse = () => { throw new DOMException("the workshop keeps nothing here", "SecurityError"); };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(window, "indexedDB", { value: undefined });
  const alone = class extends EventTarget { postMessage() {} close() {} };
  Object.defineProperty(window, "BroadcastChannel", { value: alone });
  // Whatever the code sends, it moves nothing outside its board: the focus moves only where it is already, the page
  // scrolls only while the visitor acts, and screen readers hear it only where they are.
  for (const name of ["focus", "blur"]) {
    const move = HTMLElement.prototype[name];
    HTMLElement.prototype[name] = function (...given) { if (document.hasFocus()) move.apply(this, given); };
  }
  const { scrollTo } = window;
  window.scrollTo = (...to) => { if (navigator.userActivation?.isActive !== false) scrollTo.apply(window, to); };
  const speak = () => {
    for (const part of document.querySelectorAll("[role=status], [aria-live]"))
      part.setAttribute("aria-live", document.hasFocus() ? "polite" : "off");
  };
  for (const when of ["DOMContentLoaded", "focus", "blur"]) addEventListener(when, speak);
  (globalThis.prelit ??= {}).snapshot = parent.kesuMemory();
  for (const name of ["kesuReady", "kesuSend", "kesuBroken"]) window[name] = (text) => parent[name](window, text);
  // The later effects of a message are measured too; shorter pieces leave the workshop around it responsive.
  const LONG = 100; // milliseconds
  const measured = (act) => (...given) => {
    const began = performance.now();
    try {
      return act(...given);
    } finally {
      const spent = performance.now() - began;
      if (spent >= LONG) parent.kesuSpent(window, spent);
    }
  };
  for (const name of ["requestAnimationFrame", "requestIdleCallback", "setTimeout"]) {
    const ask = window[name];
    if (ask) window[name] = (act, ...more) => ask.call(window, measured(act), ...more);
  }
})();
