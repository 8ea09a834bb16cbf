// Compiles the largest part of Python while the page does everything else. static/kesu.mjs uses the result.

const runtime = document.querySelector('link[rel="preload"][href$=".wasm"]');
if (runtime && window.WebAssembly?.compileStreaming) {
  (window.kesuRuntime = WebAssembly.compileStreaming(fetch(runtime.href))).catch(() => {});
}
