// Back closes what lies over the page before it leaves the page: while a dialog or a popover is open, the history has
// one more entry for Back to take away. If it is closed in another way, that entry stays, and Back later skips it.

let sheets = []; // what is open, the topmost last
// the address below the entry, which is kept in the entry; undefined in any other entry
let under = history.state?.under;

// Notes what is open; `opening` is about to be.
function follow(opening) {
  const open = [...document.querySelectorAll("dialog[open], [popover]:popover-open"), ...(opening ? [opening] : [])];
  sheets = [...sheets.filter((one) => open.includes(one)), ...open.filter((one) => !sheets.includes(one))];
  if (sheets.length && !history.state?.under) history.pushState({ under: location.href }, "");
  under = history.state?.under;
}

function closeTopmost() {
  const top = sheets.at(-1);
  if (top.localName !== "dialog") top.hidePopover();
  else if (top.dispatchEvent(new Event("cancel", { cancelable: true }))) top.close(); // a notice has its own answer
  window.dispatchEvent(new Event("kesu:back")); // the address of the game may have changed meanwhile
}

window.addEventListener("popstate", (event) => {
  const taken = event.isTrusted && under === location.href && !history.state?.under;
  under = history.state?.under;
  if (!taken) return; // to another game
  event.stopImmediatePropagation();
  if (!sheets.length) return history.back();
  closeTopmost();
  follow();
}, { capture: true });

new MutationObserver(() => follow()).observe(document.body,
  { attributes: true, attributeFilter: ["open"], subtree: true });
document.addEventListener("beforetoggle", ({ target, newState }) =>
  newState === "open" && follow(target), { capture: true });
document.addEventListener("toggle", () => follow(), { capture: true });
