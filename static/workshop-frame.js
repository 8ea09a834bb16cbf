// The first script of the frame in which foreign code runs, before Python and long before that code. It narrows what the
// frame may ask for, takes away the one way out that no policy closes, and passes messages between the page and Python.
(() => {
  const root = new URL("../", document.currentScript.src).href;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  const own = ["rt/", "static/", "pyscript/"].map((folder) => root + folder).join(" ");
  policy.content = `connect-src ${own}; img-src ${root}static/; font-src ${root}static/`;
  document.head.append(policy);
  // WebRTC reaches any address, whatever the policy says. A frame within this one is of yet another origin: no way back to it.
  for (const name of Object.getOwnPropertyNames(window)) {
    if (/RTC|WebTransport/.test(name)) delete window[name];
  }

  const post = parent.postMessage.bind(parent);
  const tell = (message) => post(typeof message === "string" ? message : JSON.stringify(message), "*");
  const waiting = [];
  let work = null;
  let hand;
  globalThis.kesuSnapshot = new Promise((then) => (hand = then));
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (typeof data !== "string") hand(data?.snapshot ?? null);
    else if (work) work(data);
    else waiting.push(data);
  });
  // What Python is given to do, from when it is there.
  window.kesuWork = (act) => {
    work = act;
    tell({ is: "ready" });
    setInterval(tell, 1000, { is: "beat" });
    for (const data of waiting.splice(0)) work(data);
  };
  window.kesuTell = tell;
  tell({ is: "waiting" });
})();
