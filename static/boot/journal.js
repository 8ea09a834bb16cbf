// Stores everything twice. A browser writes localStorage to disk only every few seconds; if it crashes, or a phone
// kills it, the latest texts are lost. IndexedDB passes its data to the system at once, so each text goes there too,
// with an increasing number, its turn. If the database has later turns than localStorage, which happens only after a
// crash, they are restored before Python reads them.
import { PREFIX } from "#constants";

window.kesuStorage = new (class {
  TURN = `${PREFIX}turn`;
  LAST = 1e15; // no valid turn is this large; a stored one may come from anywhere
  PATIENCE = 1000; // milliseconds that the start waits for a database that does not answer

  constructor() {
    try {
      this.databases = window.indexedDB;
    } catch { /* refused: no second copy */ }
    this.waiting = new Set(); // the names of texts that the database has not taken yet
    this.due = false; // whether a write is about to begin
    this.turn = 0;
    this.restoring = this.restore().catch(() => {}); // without a database nothing is restored
  }

  getItem(name) {
    return localStorage.getItem(name);
  }

  setItem(name, text) {
    localStorage.setItem(name, text);
    this.note(name);
  }

  removeItem(name) {
    if (localStorage.getItem(name) === null) return;
    localStorage.removeItem(name);
    this.note(name);
  }

  restored() {
    return Promise.race([this.restoring, new Promise((then) => setTimeout(then, this.PATIENCE))]);
  }

  // Texts stored at the same time share a turn and are written together.
  note(name) {
    this.waiting.add(name);
    if (!this.due) queueMicrotask(() => this.write());
    this.due = true;
  }

  // What fails is written again with the next text; a removed one is null.
  async write() {
    const names = [...this.waiting];
    const failed = () => names.forEach((name) => this.waiting.add(name));
    this.due = false;
    this.waiting.clear();
    try {
      const turn = (this.turn = Math.max(this.turn, this.known()) + 1);
      const texts = names.map((name) => ({ name, text: localStorage.getItem(name), turn }));
      localStorage.setItem(this.TURN, String(turn));
      const store = await this.store("readwrite");
      store.transaction.onabort = failed;
      for (const text of texts) store.put(text);
      store.transaction.commit?.(); // sooner than it would by itself
    } catch {
      failed();
    }
  }

  async restore() {
    const known = this.known();
    const later = (await this.store("readonly")).index("turn").getAll(IDBKeyRange.bound(known, this.LAST, true, true));
    const found =
      await new Promise((done, fail) => Object.assign(later, { onsuccess: () => done(later.result), onerror: fail }));
    if (!found.length || this.known() !== known) return; // nothing was lost, or another open page is writing
    for (const { name, text } of found) {
      if (text === null) localStorage.removeItem(name);
      else if (typeof text === "string") localStorage.setItem(name, text);
    }
    localStorage.setItem(this.TURN, found.at(-1).turn);
    window.dispatchEvent(new Event("kesu:restored"));
  }

  known() {
    const turn = Number(localStorage.getItem(this.TURN));
    return turn < this.LAST ? turn : 0;
  }

  async store(mode) {
    const database = await (this.opening ??= this.open());
    return database.transaction("texts", mode, { durability: "relaxed" }).objectStore("texts");
  }

  open() {
    const request = this.databases.open("kesu", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("texts", { keyPath: "name" }).createIndex("turn", "turn");
    };
    return new Promise((done, fail) => {
      // refused, deleted by the player or created again: the next access opens it
      const forget = () => (this.opening = null);
      request.onerror = () => {
        forget();
        fail(request.error);
      };
      request.onsuccess = () => {
        const database = request.result;
        database.onversionchange = () => {
          database.close();
          forget();
        };
        database.onclose = forget;
        done(database);
      };
    });
  }
})();
