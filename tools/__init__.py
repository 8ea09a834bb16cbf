"""The repository's own tools in floors: setup/ and start/ below, then build/, measure/ and train/, dev/ on top.

build.py itself needs only the standard library. By hand, with .venv's Python (`-m NAME`, and `--help` where there are
options):

    tools.dev.catalogues              bring the translations up to date with the texts in code and page
    tools.dev.reproducibility         build dist/ a second time elsewhere, and compare the bytes
    tools.dev.moving_picture          the README's animated picture
    tools.measure                     measurements of speed, memory, strength and more: lists them
    tools.train                       training of the bots: lists what can be trained
"""

import sys
from pathlib import Path

# prelit is a package of its own, which is installed nowhere here: it is imported from its project folder.
if (PRELIT := str(Path(__file__).parent / "prelit")) not in sys.path:
    sys.path.append(PRELIT)
