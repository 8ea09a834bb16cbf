"""Fuzzing of every way in; README.md says how."""
