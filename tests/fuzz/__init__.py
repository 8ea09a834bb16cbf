"""Fuzzing of every entry point for untrusted text; README.md explains how to run it."""
