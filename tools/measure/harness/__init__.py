"""The common part of the measurements: the page in a browser, statistics, tables, results that can be resumed."""
