// What every start makes afresh: a snapshot holds the random numbers, the time zone, the language and the files of the
// machine that took it. (node/snapshot.mjs leaves out the modules that keep more than this.)

import { facts, shared } from "./facts.mjs";

const PLACE_AND_TIME = `
import _locale
import os
import sys
import time
os.environ.update(environment)
_locale.setlocale(_locale.LC_CTYPE, "")
HALF = (365 * 24 + 6) * 3600 // 2  # of a year; the time module looks at its beginning and its middle, too
new_year = time.time() // (2 * HALF) * 2 * HALF
(time.timezone, winter), (time.altzone, summer) = sorted(
    ((-local.tm_gmtoff, local.tm_zone) for local in map(time.localtime, (new_year, new_year + HALF))),
    key=lambda zone: -zone[0],
)
time.tzname, time.daylight = (winter, summer), int(time.timezone != time.altzone)
for generator in getattr(sys.modules.get("random"), "_unseeded", ()):
    generator.seed()
if logging := sys.modules.get("logging"):
    logging._startTime = time.time_ns()
if numbers := sys.modules.get("numpy.random"):
    numbers.seed()
`;

// Gives Python everything that depends on its browser, as Pyodide does when it starts, and the page's settings for
// `loadPyodide`. Not at once, because it needs functions that are cold.
export function surroundings(pyodide, { env, stdin } = {}) {
  const LANG = `${(globalThis.navigator?.language ?? "C").replace("-", "_")}.UTF-8`;
  if (stdin) pyodide.setStdin({ stdin });
  if (shared.head) { // of the snapshot that Python came from
    putBack(pyodide.FS, shared.head);
    if (shared.head.zone.length) pyodide._module.__tzset_js?.(...shared.head.zone); // C asks for it only once
  }
  const globals = pyodide.toPy({ environment: { LANG, ...env } });
  pyodide.runPython(PLACE_AND_TIME, { globals });
  globals.destroy();
  for (const name of Object.keys(facts.installed ?? {}))
    pyodide.loadedPackages[facts.installed[name].name] = "default channel";
}

// The files that packages wrote while they were imported, and those that they keep open.
function putBack(FS, { files = [], open = [] }) {
  for (const [path, text] of files) {
    if (text === null) FS.mkdirTree(path);
    else FS.writeFile(path, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  }
  const [CREATING, FRESH, EMPTYING] = [0o100, 0o200, 0o1000]; // O_CREAT, O_EXCL, O_TRUNC
  for (const [fd, path, flags, position] of open) {
    const stream = FS.open(path, flags & ~(CREATING | FRESH | EMPTYING));
    FS.streams[stream.fd] = null;
    FS.createStream(stream, fd).position = position;
  }
}
