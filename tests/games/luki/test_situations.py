"""Situations of Velikye Luki that cannot be set up."""

import pytest

from stavka.assurance.situations import Situation, SituationError
from stavka.games.luki.checks.situations import build


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": ["2004 A"]}, "no 'unit'"),
        ({"units": ["2004 nobody"]}, "no unit 'nobody'"),
        ({"units": ["9999 ge.83.183"]}, "does not exist"),
        ({"units": ["2005 ge.83.183 lost"]}, "found 'lost'"),
        ({"units": ["2005 ge.83.183", "2006 ge.83.183"]}, "has a place already"),
        ({"setup": True, "units": ["2006 ge.83.183"]}, "on the map already"),
        ({"phase": "german supper"}, "phase 'german supper'"),
        ({"kessels": [{"room": 3}]}, "no 'room'"),
        ({"counters": {"A": "german cavalry 3 tv 1"}}, "counter A"),
        ({"counters": {"A": "german infantry"}}, "counter A"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    situation = Situation("my.toml", "wrong", ("8.1",), "", change, None, ({"turn": 1},))
    with pytest.raises(SituationError, match=r"my\.toml, situation 'wrong'") as error:
        build(situation)
    assert says in str(error.value)
