"""Benchmarks: the start, smoothness, speed, strength, and whether anything grows."""
