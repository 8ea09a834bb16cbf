"""Problems: a position, what comes in it, a number of turns and a goal, all known, so that solutions can be proven.

Section 7 of docs/rules.md is exact. `problem` has a problem as data, `ids` its short text, `play` the rules that it is
played by, `searches` its positions for `solver`, which counts all solutions, and `grades` how hard it is.
"""
