// In the page's head: leaves for the page without prelit if a script of the site, which would do so itself, does not
// come.
(() => {
  const ours = /\/(rt|pyscript-\w+)\//;
  const leave = (why) => {
    if (globalThis.prelit?.ready) return;
    try { sessionStorage.prelit = why; } catch { /* then nobody learns why */ }
    location.replace("./plain.html" + location.search + location.hash);
  };
  addEventListener("error", ({ target, filename, error, message }) => {
    if (target !== window ? target.localName === "script" && ours.test(target.src)
      : error instanceof SyntaxError && ours.test(filename)) {
      leave(message ?? target.src);
    }
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => {
    if (/import|module/i.test(reason?.message) && !globalThis.prelit?.begun) leave(reason.message);
  });
  // Not as soon as the document has loaded: WebKit runs a module that awaits something (node.mjs's imports) after that.
  const look = () => globalThis.prelit?.page || leave("the script that starts Python");
  // PyScript says nothing if one of its own scripts is empty or cut short: it just never asks for Python.
  const heed = () => globalThis.prelit.waits && !globalThis.prelit.begun && leave("PyScript did not start");
  addEventListener("load", () => [setTimeout(look, 1000), setTimeout(heed, 10000)]);
  globalThis.prelit = { leave };
})();
