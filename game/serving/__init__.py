"""Serves the built page on this machine, for people, tests and measurements. Uses only the standard library."""
