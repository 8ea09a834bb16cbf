"""The commands of build.py, which run in the environment that it has made."""

import os
import subprocess
import sys

from prelit.node import NodeJs
from tools.build import site
from tools.dev import checks
from tools.setup import browser, runtime, wheel
from tools.setup.paths import DIST, ROOT, cache
from tools.setup.progress import line
from tools.start import in_node

make_wheel = wheel.ready


def build() -> tuple[NodeJs, site.Size]:
    """Brings the runtime and dist/ up to date; returns Node, and dist/'s size."""
    node = runtime.node()
    runtime.packages(node)
    return node, site.ready(runtime.python_packages(), node)


def quick_test() -> bool:
    """Runs the checks that need neither a build nor a browser; returns whether all passed."""
    runtime.packages(runtime.node())
    with checks.pool() as pool:
        running = checks.begin(pool, checks.quick_checks())
    return checks.report([check.result() for check in running])


def test(pytest_arguments: list[str], long: bool, quick: bool) -> bool:
    """Runs all checks, or just pytest if it has arguments, after a build if its tests need one; returns whether all
    passed.
    """
    more = ["--all"] * long + ["--quick"] * quick
    os.environ.setdefault("PRELIT_CACHE", str(cache()))  # wheels are fetched once for both
    if checks.need_no_build(pytest_arguments):
        runtime.packages(runtime.node())
        return not checks.run(checks.pytest("pytest", *pytest_arguments, *more, "--unbuilt")).status
    if pytest_arguments:
        build()
        os.environ[browser.VARIABLE] = os.environ["PRELIT_CHROMIUM"] = browser.ready()
        return not checks.run(checks.pytest("pytest", *pytest_arguments, *more)).status
    with checks.pool() as pool:
        running = checks.begin(pool, checks.source_checks(*more))
        node, _size = build()
        os.environ[browser.VARIABLE] = os.environ["PRELIT_CHROMIUM"] = browser.ready()
        in_node.packages()
        line(f"\ntesting {DIST}")
        running += checks.begin(pool, checks.build_checks(node, *more))
    return checks.report([check.result() for check in running] + [*map(checks.run, checks.page_checks(long))])


def bench(arguments: list[str]) -> int:
    """Measures the built page: how it starts or, with --smooth, how it plays (tools/measure)."""
    build()
    os.environ[browser.VARIABLE] = os.environ["PRELIT_CHROMIUM"] = browser.ready()
    name = "smoothness" if "--smooth" in arguments else "startup"
    options = [option for option in arguments if option != "--smooth"]
    return subprocess.run([sys.executable, "-m", "tools.measure", name, *options], cwd=ROOT, check=False).returncode
