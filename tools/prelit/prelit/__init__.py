"""Makes a page with Pyodide start fast: bytecode, only what is imported, a snapshot, split WebAssembly, offline."""

__version__ = "0.1.0"
