// Runs a tournament in a worker of the frame: a second Python, from the same snapshot, without a page. It can be terminated
// at any time, whatever the player in it does.

export async function play({ text, snapshot, interpreter }) {
  globalThis.prelit = { snapshot: Promise.resolve(snapshot) };
  const { start, bring } = await import(interpreter);
  const [pyodide] = await Promise.all([start(), bring("whole"), bring("workshop", "en")]);
  pyodide.runPython("from game.web.workshop.tournament_worker import play\nplay")(text, (said) => postMessage(said));
}
