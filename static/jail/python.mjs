// Starts Python in the worker of foreign code; the build joins it with Pyodide and puts it into prelude.js, where
// `jail` is.

import { bring, start } from "./kesu.mjs";

const pyodide = await start();
await bring("whole");
await bring("workshop", jail.language);
const main = pyodide.runPython("from game.play.workshop.worker import main\nmain");
jail.begin(main(jail.tell, jail.language, jail.words));
