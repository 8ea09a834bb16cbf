"""For those who work on Kesu: all checks, catalogues, a second build to compare, the profile of split WebAssembly."""
