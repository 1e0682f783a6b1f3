"""Fingerprints: they are those of the JSON form of a position, which stored games and records hold."""

from __future__ import annotations

import hashlib
import json
import sys

import pytest

from games.shown import SHOWN


@pytest.mark.parametrize("key", list(SHOWN))
def test_a_fingerprint_is_that_of_the_json_form(key: str) -> None:
    for positions in SHOWN[key].positions().values():
        for s in positions[:6]:
            places = s.place[:]
            if sys.byteorder == "big":
                places.byteswap()
            form = s.to_json() | {"place": places.tobytes().hex(), "steps": s.steps.hex()}
            text = json.dumps(form, sort_keys=True, separators=(",", ":"))
            assert s.digested() == text
            assert s.digest() == hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
