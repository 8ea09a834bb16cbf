// Offline: the service worker keeps this build and fetches the next one in the background. The next one waits until no
// page of this one is left, as browsers have it, or until the player asks for it.

import { byId, later, root } from "./page.js";

const offline = navigator.serviceWorker;

// The one script that the page loads by a computed address; its policy lets no other text become code.
function worker() {
  const address = () => new URL("sw.js", root).href;
  return window.trustedTypes?.createPolicy("kesu", { createScriptURL: address }).createScriptURL("") ?? address();
}

export async function workOffline() {
  try {
    const registration = await offline.register(worker(), { updateViaCache: "none" });
    const offer = () => offline.controller && registration.waiting && offerUpdate();
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  } catch { /* then the page works as long as there is a network */ }
}

function offerUpdate() {
  byId("update").classList.remove("done");
}

async function takeOver() {
  try {
    const { waiting } = (await offline.getRegistration(root)) ?? {};
    if (!waiting) return;
    const { port1, port2 } = new MessageChannel();
    const taken = new Promise((done) => offline.addEventListener("controllerchange", done, { once: true }));
    const may = new Promise((done) => (port1.onmessage = ({ data }) => done(data)));
    waiting.postMessage("take over", [port2]);
    if (!(await Promise.race([may, later(500)]))) return;
    await Promise.race([taken, later(2000)]);
    location.reload();
  } catch { /* without a service worker, or with one that fails, there is nothing to take over */ }
}

byId("update-now")?.addEventListener("click", takeOver);
byId("update-later")?.addEventListener("click", () => byId("update").classList.add("done"));

// What was kept may be damaged. Once in a session, then, everything kept is forgotten and the page starts anew.
export async function recover() {
  try {
    if (!offline?.controller || sessionStorage.getItem("kesu/recovering")) return false;
    sessionStorage.setItem("kesu/recovering", "1");
    for (const name of await caches.keys()) if (name.startsWith("kesu-") && name.includes(root)) await caches.delete(name);
    for (const registration of await offline.getRegistrations()) {
      if (registration.scope === root) await registration.unregister();
    }
    location.reload();
    return true;
  } catch {
    return false;
  }
}
