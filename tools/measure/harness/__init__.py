"""The common part of the measurements: the page in a browser, statistics, tables, results that survive an interruption.
"""
