"""Situations of Zitadelle that cannot be set up."""

import pytest

from stavka.assurance.situations import Situation, SituationError
from stavka.games.zitadelle.checks.situations import build


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"unit": ["N0101 A"]}, "no 'unit'"),
        ({"units": ["N0101 nobody"]}, "no unit 'nobody'"),
        ({"units": ["N9999 ax.51"]}, "does not exist"),
        ({"units": ["N2317 ax.51 lost"]}, "found 'lost'"),
        ({"phase": "german supper"}, "phase 'german supper'"),
        ({"morale": {"99a": 3}}, "no formation '99a'"),
        ({"options": {"tea": True}}, "no option 'tea'; there are "),
        ({"counters": {"A": "german cavalry 3"}}, "counter A"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(change: dict[str, object], says: str) -> None:
    situation = Situation("my.toml", "wrong", ("5.11a",), "", change, None, ({"turn": 1},))
    with pytest.raises(SituationError, match=r"my\.toml, situation 'wrong'") as error:
        build(situation)
    assert says in str(error.value)
