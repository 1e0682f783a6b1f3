"""Questions: who is named in them, what their answers cost and give, and what is not given up by mistake."""

from __future__ import annotations

from functools import partial

import pytest

from games.luki.test_scene import MAP, drawn
from games.luki.walks import GAME
from games.questions import asked, named_attacker, offered
from stacks import top_frame
from stavka.engine.words import LANGUAGES
from stavka.games.luki.scene.looks import KEYS

ask = partial(asked, "luki", "campaign")


def test_an_attack_names_its_attackers() -> None:
    assert named_attacker("luki", "campaign") == " Chosen: UNIT."


def test_c3i_points_say_what_they_buy_and_how_many_are_left() -> None:
    """The Activity Table (7.2c): one point gives 3 to 8 AP. Over the 36 ways of two dice that is 189 AP, 5.25 each; two
    points give 327 AP (9.08 each), three give 474 (13.17 each)."""
    session, seat = ask("spend")
    left = session.state.c3i[seat]
    assert left >= 3
    notes = {pick["pick"]: pick["note"] for pick in offered(session, seat)["picks"]}
    assert notes == {
        "spend-0": f"no AP: no movement, no combat; {left} left",
        "spend-1": f"3 to 8 AP, average 5.25; {left - 1} left",
        "spend-2": f"6 to 13 AP, average 9.08; {left - 2} left",
        "spend-3": f"9 to 18 AP, average 13.17; {left - 3} left",
    }


@pytest.mark.parametrize(
    ("points", "chits", "told"),
    [
        ([4, 2], 18, "Tactical superiority: Soviet, 4 points to 2."),
        ([2, 3], 18, "Tactical superiority: German, 3 points to 2."),
        ([3, 3], 18, "Tactical points: 3 each."),
        ([4, 2], 2, "Tactical superiority: Soviet, 4 points to 2. Soviet: only 2 chits drawn."),
        ([1, 1], 18, "Tactical points: 1 each. Soviet: only 1 chit drawn. German: only 1 chit drawn."),
    ],
)
def test_the_choice_of_chits_says_why_so_many_may_be_played(points: list[int], chits: int, told: str) -> None:
    """Superiority allows three chits and the other side one, equality two each (11.32b, 11.32c); nobody plays more than
    were drawn, and a side draws as many as it has tactical points and chits (11.31b, 11.32e)."""
    session, _ = ask("chits")
    session = session.clone()
    fight = next(frame for frame in session.state.stack if frame.step == "combat")
    assert fight.side == 0, "the Soviet side attacks"
    fight.tactical_points = points
    soviet = [1 << i for i, side in enumerate(GAME.chit_side) if side == 0]
    session.state.cup = sum(soviet[:chits]) | GAME.side_chits[1]
    assert offered(session, 0)["prompt"].endswith(f" {told}")


def test_declining_has_one_key() -> None:
    assert {KEYS[name] for name in ("pass", "spend-0", "retreat-0")} == {"n"}


def test_hexes_to_attack_are_listed_by_the_odds() -> None:
    """12 against 4 in 0203 and against 6 in 0102; 0102 has the lower number, 0203 the better odds."""
    units = ["0202 so.28.88", "0102 ge.83.183", "0203 ge.jg1"]
    found = drawn(MAP, units=units, phase="soviet combat", turn=2)
    picks = [pick for pick in found.scene()["offer"]["picks"] if pick["kind"] == "hex"]
    assert top_frame(found.state).step == "fighting"
    assert [(pick["pick"], pick["note"].partition(": ")[2][:12]) for pick in picks] == [
        ("0203", "at best 3:1,"),
        ("0102", "at best 2:1,"),
    ]


def test_a_unit_whose_label_is_a_number_is_called_by_its_name() -> None:
    """The counter of 1st Light Infantry Battalion has a 1, which nobody takes for a unit in a sentence."""
    s = GAME.new("campaign")
    unit, numbered = GAME.unit_index("ge.jg1"), [unit for unit in GAME.units if unit.label.isdigit()]
    assert [GAME.called(s, unit, lang) for lang in LANGUAGES] == [
        "1st Light Infantry Battalion",
        "1.er Batallón de Infantería Ligera",
        "1er bataillon d\u2019infanterie légère",
    ]
    assert {unit.id for unit in numbered} == {"ge.jg1", "ge.jg5", "ge.564"}
    assert not [unit for unit in numbered if GAME.called(s, GAME.unit_index(unit.id)).isdigit()]
