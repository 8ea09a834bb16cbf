// The workshop's dialogs: a link to the source, the source as a file, and the sources that the visitor keeps.

import { SOURCE_CODE } from "#constants";
import { LONGEST_LINK, encoded, read } from "./code.js";
import { removeSource, saveSource, savedSources } from "./sources.js";
import { attempt, byId, make, onClick, say } from "./page.js";

export function download(text, name) {
  const link = make("a", "", { download: name });
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers read it later
}

async function share(source) {
  byId("link").value = byId("link-note").textContent = ""; // not those of an earlier source
  byId("copy").disabled = true;
  byId("share-dialog").showModal(); // at once, so that Escape closes it
  try {
    const address = byId("back").href.replace(/[^/]*$/, "");
    byId("link").value = `${address}workshop.html${SOURCE_CODE}${await encoded(source)}`;
    const long = byId("link").value.length > LONGEST_LINK;
    byId("link-note").textContent = long ? say("This link is long. Sending the file is safer.") : "";
    byId("copy").disabled = false;
  } catch (error) {
    byId("link-note").textContent = error.message;
  }
}

async function copyLink() {
  const copied = await attempt(() => navigator.clipboard.writeText(byId("link").value).then(() => true, () => false));
  byId("link").select();
  byId("link-note").textContent = copied ? say("Copied.")
    : say("Couldn't copy. Select the link above and copy it yourself.");
}

function fillKept(take) {
  byId("kept").replaceChildren(...savedSources().map(({ name, ...source }) => {
    const open = make("button", name, { type: "button", class: "link" });
    const forget = make("button", say("Delete"), { type: "button", "aria-label": say("Delete {name}", { name }) });
    open.addEventListener("click", () => (byId("keep-dialog").close(), take(source, name)));
    forget.addEventListener("click", () => {
      // Another tab may have saved something else under the name since it was listed here.
      const newer = savedSources().some((one) => one.name === name && one.text !== source.text);
      if (!newer) removeSource(name);
      byId("keep-note").textContent = newer ? say("Another tab has changed this code. Delete again to remove it.") : "";
      fillKept(take);
      byId("keep-name").focus();
    });
    const item = make("li");
    item.append(open, forget);
    return item;
  }));
}

// Connects the dialogs to the desk; `take` puts a source on it.
export function connectDialogs(desk, take) {
  const saved = new Map(); // id of a draft and a name → the text that was last saved from it under that name here
  let asked = ""; // the name that another source has, and its text, as was said
  onClick("share", () => share(desk.source));
  onClick("copy", copyLink);
  onClick("as-file",
    () => download(desk.source, desk.kind === "game" ? "kesu-game.py" : `kesu-${desk.game}-${desk.kind}.py`));
  onClick("save", () => {
    fillKept(take);
    byId("keep-note").textContent = asked = "";
    byId("keep-dialog").showModal();
  });
  onClick("keep-it", () => {
    const name = byId("keep-name").value.trim();
    if (!name) return byId("keep-name").focus();
    const [{ id, owner, original }, { source }] = [desk.editor.origin, desk];
    const own = `${id} ${name}`;
    // Another tab may have saved something else under the name since it was opened or saved here.
    const known = saved.get(own) ?? (owner === `kept ${name}` ? original : null);
    const other = savedSources().find((one) => one.name === name && one.text !== source && one.text !== known);
    if (other && asked !== `${name}\n${other.text}`) {
      asked = `${name}\n${other.text}`;
      byId("keep-note").textContent = say("This name is taken. Save again to replace the other code.");
      return;
    }
    const problem = saveSource(name, source);
    if (!problem) saved.set(own, source);
    byId("keep-note").textContent = problem || say("Saved.");
    fillKept(take);
    desk.fillStarts();
  });
  byId("file").addEventListener("change", async ({ target: { files: [file] } }) => {
    if (!file) return;
    try {
      await take(read(await file.text(), desk.kind));
      byId("keep-dialog").close();
    } catch (error) {
      byId("keep-note").textContent = error.message;
    }
  });
}
