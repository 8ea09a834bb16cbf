// Compiles the largest part of Python while the page does everything else. prelit uses the result.

const runtime = document.querySelector('link[rel="preload"][href$=".wasm"]');
if (runtime && window.WebAssembly?.compileStreaming) {
  ((window.prelit ??= {}).runtime = WebAssembly.compileStreaming(fetch(runtime.href))).catch(() => {});
}
