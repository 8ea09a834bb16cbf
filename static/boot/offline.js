// Offline: the service worker stores this build and fetches the next one in the background. The next one waits until no page
// of this one is open, as browsers require, or until the player asks for it.

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

// Activates the waiting version; if another page still uses this one, says so instead.
async function takeOver() {
  const { waiting } = (await attempt(() => offline.getRegistration(root))) ?? {};
  if (!waiting) return location.reload(); // it has taken over meanwhile, or was lost: the next start finds out
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => (byId("update-other-tab").hidden = data);
  offline.addEventListener("controllerchange", () => location.reload(), { once: true }); // however long it takes
  waiting.postMessage("take over", [port2]);
}

byId("update-now")?.addEventListener("click", takeOver);
byId("update-later")?.addEventListener("click", () => byId("update").classList.add("done"));
