"""The modules in a snapshot: of those that read the page while they are imported, only the application's own."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import prelit

INSIDE = Path(prelit.__file__).parent / "inside"
READS = "from js import document\n"
SCRIPT = """
import json, sys
sys.path[:0] = sys.argv[1:3]
import js
from remember import remember
names = ["plain", "watching", "needing"], ["own.face"]
wrong = remember(*names, [], lambda: 0)
print(json.dumps([wrong.splitlines(), [name for group in names for name in group if name in sys.modules]]))
"""


def test_an_applications_own_modules_may_read_the_page_wherever_they_are(tmp_path: Path) -> None:
    archive = tmp_path / "later.zip"  # where those are that a start does not import
    modules = {"js.py": "document = 1\n", "plain.py": "", "watching.py": READS, "needing.py": "import watching\n"}
    with zipfile.ZipFile(archive, "w") as packed:
        for name, text in {**modules, "own/__init__.py": "", "own/face.py": READS}.items():
            packed.writestr(name, text)
    command = [sys.executable, "-c", SCRIPT, str(INSIDE), str(archive)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wrong, imported = json.loads(done.stdout)
    assert [line.split(": ")[:2] for line in wrong] == [["watching", "Unfit"], ["needing", "Unfit"]]
    assert imported == ["plain", "own.face"]
