// Compiles the largest part of Python while the page does everything else, and counts its bytes as they come. prelit
// uses the result.

import { arrive } from "./progress.js";

const runtime = document.querySelector('link[rel="preload"][href$=".wasm"]');
if (runtime && window.WebAssembly?.compileStreaming) {
  ((window.prelit ??= {}).runtime = WebAssembly.compileStreaming(fetch(runtime.href).then(counted))).catch(() => {});
}

// The answer itself, while a copy of it is counted.
function counted(answer) {
  const copy = answer.clone().body.getReader();
  let bytes = 0;
  const count = async () => {
    for (let part; !(part = await copy.read()).done; arrive(runtime.href, bytes)) bytes += part.value.length;
  };
  count().catch(() => {}); // the error is reported by what needs the file
  return answer;
}
