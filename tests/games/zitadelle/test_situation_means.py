"""What the situations of this game alone can do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games.situated import SITUATED, made, refused, situation
from stavka import games


def test_reserves_and_others_are_counters_of_our_own() -> None:
    counters = {
        "R": "soviet rifle regiment 1-*-2 reserve",
        "M": "german infantry regiment 1-*-4 of 9 ID, 47pzk model",
        "F": "german level bomber sector S",
        "E": "soviet tank brigade (t34/76) 3-3-2 enters 3 S3",
    }
    game: Any = games.builder("zitadelle")(made("zitadelle", counters=counters)).game
    reserve, model, bomber, late = (game.unit_index(name) for name in counters)
    assert game.reserve >> reserve & 1
    assert game.model_units >> model & 1
    assert game.sector[bomber] == 1
    assert game.those_entering(1, 3) >> late & 1
    assert not game.reserve >> late & 1


def test_a_shot_is_computed_too(tmp_path: Path) -> None:
    shot = 'fire_drm = [{ unit = "A", hex = "N0104", drn = 3 }]'
    units, phase, *_ = SITUATED["zitadelle"].attack
    text = situation("zitadelle", f'{units}\nphase = "{phase}"', shot)
    assert "fire_drm, 1.: no 'drn'; there are drm, hex, lines, unit" in refused(tmp_path, "zitadelle", text)
