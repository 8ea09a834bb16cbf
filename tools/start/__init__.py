"""How Python starts fast in a page: bytecode, archives of what is imported, split WebAssembly, and a snapshot.

docs/start.md describes it. Nothing here knows a page's contents: tools/build, its first user, makes the page around it.
"""
