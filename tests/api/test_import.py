"""`import stavka` is quick, and loads no game, no server and no third-party package."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import stavka
from stavka import api


def modules_after(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after a line, without those that it starts with."""
    told = "print(json.dumps(sorted(set(sys.modules) - before)))"
    program = f"import json, sys; before = set(sys.modules); {code}; {told}"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", PATH + program], capture_output=True, text=True, check=True)
    return set(json.loads(ran.stdout.splitlines()[-1]))


PATH = f"import sys; sys.path[:] = {sys.path!r}; "


def test_import_loads_nothing_else() -> None:
    ours = {name for name in modules_after("import stavka") if name.startswith("stavka")}
    assert ours == {"stavka"}


def test_the_first_name_loads_no_server_and_no_optional_package() -> None:
    loaded = modules_after("import stavka; stavka.load")
    assert "stavka.api" in loaded
    parts = {name.split(".")[1] for name in loaded if name.startswith("stavka.")}
    assert parts <= {"api", "engine", "games", "scenes", "assurance", "agents", "hexes", "data"}
    assert not loaded & {"stavka.games.traces.game", "fastapi", "sqlalchemy", "resvg_py", "rich", "typer"}


def test_the_package_offers_what_the_api_has() -> None:
    assert stavka.__all__ == api.__all__
    assert set(stavka.__all__) <= set(dir(stavka))
    assert stavka.Play is api.Play


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="module 'stavka' has no attribute 'lod'"):
        stavka.lod  # type: ignore[attr-defined]  # noqa: B018
