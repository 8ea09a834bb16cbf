// The service worker caches this build for offline use and fetches the next one in the background. That one waits until
// no page of this build is open, which is the browsers' rule, or until the player asks for it.

import { attempt, byId, root, scriptAt } from "./page.js";

const offline = attempt(() => navigator.serviceWorker); // refused in a sandboxed frame

export async function workOffline() {
  try {
    const registration = await offline.register(scriptAt(""), { updateViaCache: "none" });
    const offer = () => offline.controller && registration.waiting && offerUpdate();
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  } catch { /* then the page works only online */ }
}

function offerUpdate() {
  byId("update").classList.remove("done");
}

// Activates the waiting build, or says that another page still uses this one.
async function takeOver() {
  const { waiting } = (await attempt(() => offline.getRegistration(root))) ?? {};
  if (!waiting) return location.reload(); // it was activated meanwhile, or is gone: reloading is right either way
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (byId("update-other-tab").hidden = data);
  offline.addEventListener("controllerchange", () => location.reload(), { once: true }); // however long it takes
  waiting.postMessage("take over", [port2]);
}

byId("update-now")?.addEventListener("click", takeOver);
byId("update-later")?.addEventListener("click", () => byId("update").classList.add("done"));
