"""What the measurements share: the page in a browser, statistics, tables, results that survive an interruption."""
