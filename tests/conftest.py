"""Settings for all tests: the long ones run only on request, and no test fails for being slow."""

import pytest
from hypothesis import HealthCheck, settings

# Inside Pyodide, and on shared machines, how long an example takes says nothing about the code.
settings.register_profile("kesu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kesu")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the tests of the long part too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--all"):
        return
    for item in items:
        if item.get_closest_marker("all"):
            item.add_marker(pytest.mark.skip(reason="the long part: --all"))
