"""A newcomer's first hour: the wheel in an environment of its own, and the first example by the README alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from prelit import visits

PROJECT = Path(__file__).parents[1]
MIRROR = "open-webui==0.12.4"


@pytest.mark.all
def test_the_first_example_by_the_readme_alone(chromium: Browser, tmp_path: Path) -> None:
    binaries = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    # Where Pyodide's distribution is out of reach, its mirror helps; nothing of this checkout may.
    env = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}", "PRELIT_MIRROR": MIRROR}
    env = {name: value for name, value in env.items() if name not in ("PYTHONPATH", "PRELIT_MODULES")}
    run = partial(subprocess.run, check=True, cwd=tmp_path, env=env)
    pip = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--wheel-dir", tmp_path, PROJECT]
    run(pip)
    [wheel] = tmp_path.glob("prelit-*.whl")
    run([sys.executable, "-m", "venv", "venv"])
    install, build, serve = re.findall(r"^    (pip install.*?|python -m prelit .*?)\s*(?:#.*)?$", readme(), re.M)
    run(install.replace("prelit", str(wheel), 1).split())
    shutil.copytree(PROJECT / "examples" / "simulation", tmp_path / "app")
    run(build.split())
    with subprocess.Popen([*serve.split(), "--port", "0"], cwd=tmp_path, env=env, stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout
            address = re.search(r"http://\S+", server.stdout.readline().decode())
            assert address
            page = chromium.new_page()
            page.goto(address[0])
            ready = "Boolean(document.querySelector('#status[hidden]'))"
            visits.wait(page, partial(page.evaluate, ready), "the page was not ready")
            assert page.locator("#count").inner_text().endswith("steps")
            assert page.url == address[0], "and not the page without prelit"
            page.close()
        finally:
            server.terminate()


def readme() -> str:
    """Returns the README's part on use."""
    return (PROJECT / "README.md").read_text(encoding="utf-8").partition("## Use")[2].partition("\n## ")[0]
