// Python can fail for good, when its stack or memory is exhausted. From then on nothing calls it, because its results
// could be wrong, and nothing is written to the store.

import { body, byId } from "./page.js";

const CALLS = `blur change click focusin input keydown keyup pagehide pageshow pointercancel pointerdown pointermove
  pointerup popstate resize storage visibilitychange`;

export function ended(reason) {
  if (!body.dataset.ready) return window.kesuNet.fail(reason);
  Storage.prototype.setItem = Storage.prototype.removeItem = window.kesuStorage.note = () => {};
  for (let frame = requestAnimationFrame(() => {}); frame; frame--) cancelAnimationFrame(frame);
  for (let timer = setTimeout(() => {}); timer; timer--) clearTimeout(timer);
  for (const kind of CALLS.split(/\s+/))
    window.addEventListener(kind, (event) => event.stopImmediatePropagation(), true);
  const dialog = byId("ended");
  dialog.addEventListener("close", () => location.reload());
  dialog.showModal();
}
