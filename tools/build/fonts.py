"""The display font, cut down to one weight and the characters of titles and numbers."""

import io
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from game.text.catalogue import entries
from tools.setup.paths import MODULES, ROOT

PACKAGE = MODULES / "@fontsource-variable" / "baloo-2"
SOURCES = (Path(__file__), PACKAGE / "package.json", ROOT / "static" / "words" / "vi.po")
"""The files that the fonts depend on."""
WEIGHT = 700
LATIN = {*map(chr, range(0x20, 0x7F)), *"\N{NO-BREAK SPACE}·×½–…’“”"} - {*"`~^|\\_{}[]<>#$@"}
"""The characters of English titles, and of numbers in every language."""
EPOCH = 3_600_000_000
"""Seconds since 1904: the fixed creation time, so that the same sources give the same bytes."""
FEATURES = ["tnum"]
"""Digits of equal width."""
NOTICE = [0, 14]
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
"""Written into the file next to its copyright and the licence's address, as the licence requires."""


def faces() -> dict[str, bytes]:
    """Returns the fonts as WOFF2, by their names in static/."""
    vietnamese = {letter for text in entries("vi").values() for letter in str(text) if letter.isalpha()}
    return {
        "display.woff2": face(["latin"], LATIN),
        "display-vi.woff2": face(["latin", "vietnamese"], LATIN | vietnamese),
    }


def face(parts: Iterable[str], characters: Iterable[str], flavor: str | None = "woff2") -> bytes:
    """Merges the parts of the variable font, at one weight, with only these characters; as WOFF2, or uncompressed."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = []
        for part in parts:
            font = instancer.instantiateVariableFont(
                TTFont(PACKAGE / "files" / f"baloo-2-{part}-wght-normal.woff2"), {"wght": WEIGHT}
            )
            font.flavor = None
            paths.append(str(Path(scratch, f"{part}.ttf")))
            font.save(paths[-1])
        font = merge.Merger().merge(paths) if len(paths) > 1 else TTFont(paths[0])
        options = subset.Options(
            hinting=False, layout_features=FEATURES, name_IDs=NOTICE, notdef_outline=True, flavor=flavor
        )
        options.drop_tables += ["STAT", "MVAR", "gasp", "GDEF"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=map(ord, characters))
        cutter.subset(font)
        font["name"].setName(LICENCE, 13, 3, 1, 0x409)
        font["head"].created = font["head"].modified = EPOCH
        font.recalcTimestamp = False
        out = io.BytesIO()
        subset.save_font(font, out, options)
        return out.getvalue()
