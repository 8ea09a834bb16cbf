"""Configures all tests: which ones run, how many examples Hypothesis tries, and no deadlines."""

import sys

import pytest
from hypothesis import HealthCheck, settings

# In Pyodide and on shared machines, the time that an example takes says nothing about the code.
settings.register_profile("all", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=200)
settings.register_profile("usual", settings.get_profile("all"), max_examples=20)
FEW = 5 if sys.platform == "emscripten" else 10  # in Pyodide, differences show up in most examples
settings.register_profile("quick", settings.get_profile("all"), max_examples=FEW)

LEFT_OUT_OF_QUICK = ("slow", "built", "all")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests of the long part too")
    parser.addoption("--quick", action="store_true", help="leave out slow tests and those of dist/; fewer examples")
    parser.addoption("--unbuilt", action="store_true", help="leave out tests of dist/")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(next((name for name in ("quick", "all") if config.getoption(f"--{name}")), "usual"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    marks = LEFT_OUT_OF_QUICK if config.getoption("--quick") else ("built",) if config.getoption("--unbuilt") else ()
    left_out = {item for item in items if any(map(item.get_closest_marker, marks))}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    if not config.getoption("--quick") and not config.getoption("--all"):
        for item in items:
            if item.get_closest_marker("all"):
                item.add_marker(pytest.mark.skip(reason="the long part: --all"))
