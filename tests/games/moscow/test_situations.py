"""Situations of Roads to Moscow that cannot be set up."""

import pytest

from stavka.assurance.situations import Situation, SituationError
from stavka.games.moscow.checks.situations import build


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": ["MZ0101 A"]}, "no 'unit'"),
        ({"units": ["MZ0101 nobody"]}, "no unit 'nobody'"),
        ({"units": ["MZ9999 ax.eb.hq"]}, "does not exist"),
        ({"units": ["MZ2317 ax.eb.hq lost"]}, "found 'lost'"),
        ({"phase": "german supper"}, "phase 'german supper'"),
        ({"markers": {"99a": "cup"}}, "no formation '99a'"),
        ({"options": {"tea": True}}, "no option 'tea'; there are "),
        ({"counters": {"A": "german cavalry three"}}, "counter A"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    situation = Situation("my.toml", "wrong", ("3.32",), "", change, None, ({"turn": 1},))
    with pytest.raises(SituationError, match=r"my\.toml, situation 'wrong'") as error:
        build(situation)
    assert says in str(error.value)
