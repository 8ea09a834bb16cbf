// A start that fails is tried once more; then the page says so.

import { recover } from "./offline.js";
import { body, byId, later, say } from "./page.js";

let failing = false;

export const isFailing = () => failing;

export async function failed(reason) {
  if (body.dataset.python || failing) return;
  failing = true;
  if ((await recover()) || (await again())) return;
  byId("loading-text").textContent = say("The start failed: {why}. Please reload the page.", { why: reason?.message ?? reason });
}

// What was cut on its way is asked for once more by starting anew; what had come is in the browser's own cache.
async function again() {
  try {
    if (sessionStorage.getItem("kesu/again")) return false;
    sessionStorage.setItem("kesu/again", "1");
    await later(1000);
    location.reload();
    return true;
  } catch {
    return false;
  }
}

// The start came to its end: the next failure is another.
export function succeeded() {
  try {
    sessionStorage.removeItem("kesu/again");
  } catch { /* it was never written */ }
}

window.addEventListener("error", (event) => failed(event));
window.addEventListener("unhandledrejection", (event) => failed(event.reason));
