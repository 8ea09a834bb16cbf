"""prelit's examples show the same in every engine, with all tricks and with none, as they do with bare Pyodide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from prelit import bench, examples, wheels
from prelit.__main__ import main
from prelit.app import TRICKS
from prelit.release import Release
from tests.engines.engines import Engine, wait_for
from tools.setup.paths import MODULES
from tools.setup.runtime import MIRROR

pytestmark = pytest.mark.all

KNOWN = examples.known()

Sites = Callable[[str], dict[str, Path]]


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Sites:
    """An example as it is, with all tricks, and with none."""
    folder, built = tmp_path_factory.mktemp("prelit"), dict[str, dict[str, Path]]()

    def build(name: str) -> dict[str, Path]:
        if name not in built:
            release, page = Release.at(MODULES / "pyodide"), KNOWN[name]
            sources = wheels.WheelSources(wheels.cache(), mirror=MIRROR)
            found = {"bare": examples.bare_site(page, release, sources, folder / name / "bare")}
            for how, without in {"all tricks": "", "no tricks": ",".join(TRICKS)}.items():
                found[how] = folder / name / how
                options = ["--packages", ",".join(page.packages), "--modules", str(MODULES), "--out", str(found[how])]
                assert main(["build", str(page.folder), *options, "--without", without]) == 0
            built[name] = found
        return built[name]

    return build


@pytest.mark.parametrize("name", KNOWN)
def test_an_example_shows_the_same(engine: Engine, sites: Sites, name: str) -> None:
    shown = {}
    for how, site in sites(name).items():
        with bench.served(site) as address:
            engine.goto(address)
            wait_for(engine, examples.READY)
            taken = engine.evaluate("performance.now()")
            shown[how] = engine.evaluate(KNOWN[name].output.strip().removesuffix(";"))
            print(f"{engine.name}: {name}, {how}: {taken / 1000:.1f} s, {len(shown[how])} characters")
    assert len(shown["bare"]) > 500
    assert shown["all tricks"] == shown["bare"]
    assert shown["no tricks"] == shown["bare"]
