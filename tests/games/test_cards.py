"""The events of each game declare which of them belong to one combat, draw or check, and one card shows them."""

from __future__ import annotations

from games.test_throws import EACH, played
from stavka import games
from stavka.engine.events import AFTER, BEFORE, CHECK, DECIDES, OPENS, Placed, Told, placed
from stavka.engine.state import Event

FORMS = {
    "attack": Told(card=OPENS("combat")),
    "draw": Told(card=OPENS("draw")),
    "aid": Told(card=BEFORE),
    "die": Told(card=DECIDES),
    "check": Told(card=CHECK),
    "lost": Told(card=AFTER),
    "moves": Told(),
    "some": Told(card=lambda values: BEFORE if values["first"] else AFTER),
}


def places(*names: str) -> list[Placed | None]:
    log = [Event(name, {"first": True}, (), None) for name in names]
    whole = placed(FORMS, log, 0)
    for start in range(len(log) + 1):
        assert placed(FORMS, log, start) == whole[start:], "wherever one begins to read"
    return whole


def test_what_follows_an_attack_belongs_to_it_until_something_else_happens() -> None:
    assert places("attack", "aid", "die", "check", "lost", "moves", "lost") == [
        (0, "combat", "opens"),
        (0, "combat", "before"),
        (0, "combat", "decides"),
        (0, "combat", "check"),
        (0, "combat", "after"),
        None,
        None,
    ]


def test_a_check_before_the_next_die_begins_a_new_combat_where_nothing_opens_it() -> None:
    found = places("aid", "die", "lost", "aid", "die", "die")
    assert [place and place[0] for place in found] == [0, 0, 0, 3, 3, 5]
    assert [place and place[0] for place in places("some", "die", "some")] == [0, 0, 2]
    assert [place and place[0] for place in places("check", "aid", "die")] == [0, 1, 1]
    assert [place and place[0] for place in places("draw", "die")] == [0, 1]


def test_a_check_by_itself_is_a_card_and_a_draw_is_another() -> None:
    assert places("check", "lost", "draw", "check", "moves", "check") == [
        (0, "check", "check"),
        (0, "check", "after"),
        (2, "draw", "opens"),
        (2, "draw", "check"),
        None,
        (5, "check", "check"),
    ]


@EACH
def test_every_die_is_on_a_card_and_no_card_has_two_deciding_dice(key: str) -> None:
    session, _ = played(key)
    told = session.game.told
    assert set(told) == set(games.load(key).told)
    for seat in (None, *range(len(session.game.sides))):
        log = session.log(seat)
        cards = placed(told, log, 0)
        decided = [place.first for place in cards if place is not None and place.part == "decides"]
        assert decided and len(decided) == len(set(decided))
        for event, place in zip(log, cards, strict=True):
            assert place is not None or event.throw is None, event
            assert place is None or place.kind, event
        begun = {place.part for first in decided if (place := cards[first]) is not None}
        assert begun <= {"opens", "before", "decides"}
