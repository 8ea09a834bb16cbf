"""Lighthouse's scores of the built page, which should be 100 for accessibility, best practices and SEO.

npx downloads the pinned version from the npm registry into npm's own cache. It runs on Node 20; the next version needs
Node 22.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from prelit.errors import PrelitError
from tools.measure.harness.browsing import served
from tools.setup import browser
from tools.setup.progress import line
from tools.setup.runtime import present_node

LIGHTHOUSE = "lighthouse@12.8.2"
CATEGORIES = ("accessibility", "best-practices", "seo")
PAGES = ("", "?game=chain&seed=7", "ja/")
FLAGS = "--headless=new --no-sandbox --disable-gpu"
PATIENCE = 300
"""Seconds."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pages", nargs="*", default=PAGES, help="addresses within the site (default: some)")


def main(given: argparse.Namespace) -> int:
    """Prints the scores of some pages; returns 0 if all are 100."""
    failed = 0
    with served(base="/") as site:
        for page in given.pages:
            report = report_on(site + page)
            for category in CATEGORIES:
                score = round(100 * (report["categories"][category]["score"] or 0))
                line(f"{score:4} {category:15} {page or 'home'}")
                failed += score < 100
                for found in faults(report, category):
                    line(f"       {found}")
    return 1 if failed else 0


def report_on(url: str) -> dict[str, Any]:
    """Runs Lighthouse on one address and returns its report."""
    found = present_node()
    npm = Path(found.npm[-1])
    npx = (*found.npm[:-1], str(npm.with_name(npm.name.replace("npm", "npx"))))
    with TemporaryDirectory() as folder:
        to = Path(folder) / "report.json"
        command = [*npx, "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--output-path={to}",
                   f"--chrome-flags={FLAGS}", f"--only-categories={','.join(CATEGORIES)}"]  # fmt: skip
        path = browser.launch_options().get("executable_path")
        environment = {**found.env, **({"CHROME_PATH": str(path)} if path else {}), "CI": "1"}
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        if not to.exists():
            raise PrelitError(f"Lighthouse said: {(done.stderr or done.stdout).strip()[-400:]}")
        report: dict[str, Any] = json.loads(to.read_text(encoding="utf-8"))
    return report


def faults(report: dict[str, Any], category: str) -> list[str]:
    """Lists the audits that kept a category below 100, with the first elements concerned."""
    found = []
    for reference in report["categories"][category]["auditRefs"]:
        audit = report["audits"][reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
            items = (audit.get("details") or {}).get("items") or []
            found.append(f"{audit['title']}: {json.dumps(items[:3])[:600]}")
    return found
