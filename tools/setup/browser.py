"""Finds a Chromium that Playwright can drive, once, and remembers it in build/browser.json."""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prelit import stamps
from prelit.errors import PrelitError
from prelit.process import run
from tools.setup.environment import REQUIREMENTS
from tools.setup.paths import BUILD
from tools.setup.progress import ProgressLine, step

VARIABLE = "KESU_CHROMIUM"  # path of the browser; empty for Playwright's own
MEMORY = BUILD / "browser.json"

# No graphics card in tests, and no network requests of the browser's own.
FLAGS = (
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SHELL = "chromium-headless-shell"
"""Debian's headless shell of Chromium, like Playwright's own: a page needs a quarter of the processor time."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
USUAL = {
    "darwin": (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    "win32": (
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
        "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
        "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
    ),
}

TRIAL = """
import json, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(**json.loads(sys.argv[1]))
    page = browser.new_page()
    page.set_content("<title>works</title>")
    print(browser.version)
    browser.close()
"""


def wait_for(page: Any, expression: str, *, arg: object = None, timeout: float = 30_000) -> Any:
    """Waits until a JavaScript expression is true (milliseconds) and returns its value; TimeoutError.

    Playwright's own `wait_for_function` evaluates text as code in the page, which the page's policy forbids.
    """
    end = time.monotonic() + timeout / 1000
    while True:
        try:
            found = page.evaluate(expression, arg)
            if found not in (None, False, 0, ""):  # an empty list is true in JavaScript
                return found
        except Exception as error:
            if "context was destroyed" not in str(error):  # the page is navigating
                raise
        if time.monotonic() > end:
            raise TimeoutError(f"not true within {timeout / 1000:g} s: {expression}")
        page.wait_for_timeout(50)


def launch_options() -> dict[str, Any]:
    """Returns arguments for `playwright.chromium.launch`: the browser found, and flags for tests."""
    path = os.environ.get(VARIABLE)
    if path is None:
        path = remembered().get("path", "")
    return options_for(path)


def options_for(path: str) -> dict[str, Any]:
    # Chromium's sandbox refuses to run as root, as in containers and on CI machines.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, *(["--no-sandbox"] if root else [])]
    return {"args": flags, **({"executable_path": path} if path else {})}


def ready() -> str:
    """Finds the browser and returns its path, empty for Playwright's own; PrelitError if there is none."""
    with step("browser") as now:
        chosen = os.environ.get(VARIABLE)
        if chosen is not None:
            if chosen and not Path(chosen).exists():
                raise PrelitError(f"{VARIABLE} names {chosen}, which does not exist")
            now.outcome = f"given by {VARIABLE}: {chosen or 'the one of Playwright'}"
            return chosen
        known = remembered()
        still_there = not known.get("path") or Path(known["path"]).exists()
        if known.get("for") == stamps.key([REQUIREMENTS]) and still_there:
            now.outcome = f"reused: {known['name']}"
            return str(known["path"])
        for path, name in candidates(now):
            if version := working_version(path):
                now.outcome = f"{name}, version {version}"
                remember(path, now.outcome)
                return path
        raise PrelitError(
            f"no browser for the tests: install Chromium or Chrome, or point {VARIABLE} to one, and run this again"
        )


def candidates(now: ProgressLine) -> Iterator[tuple[str, str]]:
    """Yields browsers to try, best first, as path and name."""
    now.doing("looking for one that works")
    yield "", "Playwright's own Chromium"
    if downloaded(now):
        yield "", "Playwright's own Chromium"
    if shutil.which(SHELL) or installed_by_apt(now):
        yield from system_browsers(SHELL)
    yield from system_browsers(*NAMES)


def downloaded(now: ProgressLine) -> bool:
    now.doing("downloading Playwright's own Chromium")
    env = {**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    try:
        install = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
        run(install, "Playwright's browser", env=env, timeout=600)
    except PrelitError:
        now.doing("it cannot be downloaded; looking for one on this machine")
        return False
    return True


def system_browsers(*names: str) -> Iterator[tuple[str, str]]:
    for path in [*filter(None, map(shutil.which, names)), *USUAL.get(sys.platform, ())]:
        if Path(path).exists():
            yield path, path


def installed_by_apt(now: ProgressLine) -> bool:
    """Installs Debian's shell if possible, as root only; otherwise any Chromium will do."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    now.doing(f"installing {SHELL} by apt-get")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        run(["apt-get", "-qq", "update"], "apt-get update", env=env, timeout=600)
        install = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends", SHELL]
        run(install, f"apt-get install {SHELL}", env=env, timeout=1200)
    except PrelitError:
        now.doing("it cannot be installed; looking for another on this machine")
        return False
    return True


def working_version(path: str) -> str | None:
    """Returns the version of a browser, if it starts and shows a page; otherwise None."""
    try:
        command = [sys.executable, "-c", TRIAL, json.dumps(options_for(path))]
        return run(command, "starting the browser", timeout=90).strip()
    except PrelitError:
        return None


def remembered() -> dict[str, str]:
    try:
        return dict(json.loads(MEMORY.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def remember(path: str, name: str) -> None:
    MEMORY.parent.mkdir(parents=True, exist_ok=True)
    MEMORY.write_text(json.dumps({"path": path, "name": name, "for": stamps.key([REQUIREMENTS])}), encoding="utf-8")
