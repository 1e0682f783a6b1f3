"""Questions that need not be asked in every attack, worked out by hand on an empty map."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.drawn import Drawn
from games.drawn import drawn as drawn_of
from games.moscow.walks import GAME
from stavka import games
from stavka.engine import standing
from stavka.engine.kinds import Side
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.engine.words import LANGUAGES
from stavka.games import opponents
from stavka.games.moscow.state import GERMAN, SOVIET
from stavka.scenes.scene import moment

drawn = partial(drawn_of, "moscow")
PLAIN: Json = {"picture": "\n".join(". " * 21 for _ in range(13))}
COUNTERS = {
    "R": "german reconnaissance 2-2-8R er 6 of 10pz",
    "A": "german armor 6*-4-7R er 7 of 10pz",
    "B": "german armor 6*-4-7R er 6 of 10pz",
    "H": "german hq 0-1-6R er 5 cp 2 of 10pz",
    "I": "german infantry 5-5-5(3-3) er 6 of 10pz",
    "E": "soviet infantry 3-4-5 of 32",
    "F": "soviet infantry 3-4-5 of 32",
    "G": "soviet infantry 3-4-5 of 32",
}


def attacked(phase: str, units: list[str], attacks: Json, **more: Any) -> Drawn:
    """The Soviet 32nd Division attacks."""
    named = {unit.split()[1] for unit in units}
    counters = {name: text for name, text in COUNTERS.items() if name in named}
    declared = [{"hex": hex_, "by": by} for hex_, by in attacks.items()]
    spec = {"counters": counters, "units": units, "attacks": declared, "active": ["32"], "sequence": "mobile"}
    return drawn(PLAIN, **spec | {"phase": f"soviet {phase}"} | more)


def answer(where: Drawn, question: str, said: str, side: Side = GERMAN) -> str:
    """The pick of a standing answer; empty: the player is asked."""
    game, s = where.game, where.state
    offer = None if s.result else game.offer(s, side)
    made = offer and standing.made_of(game, s, offer, {**standing.no_defaults(game), question: said})
    return game.write_pick(made.pick) if made else ""


TANKS = ["MZ2010 A", "MZ2009 E"]


@pytest.mark.parametrize(
    ("units", "attacks", "said", "picked"),
    [
        (TANKS, {"MZ2010": ["E"]}, "never", "done"),
        (TANKS, {"MZ2010": ["E"]}, "always", "MZ2010"),
        (TANKS, {"MZ2010": ["E"]}, "recon", "done"),
        ([*TANKS, "MZ1510 R", "MZ1509 F"], {"MZ2010": ["E"], "MZ1510": ["F"]}, "recon", "MZ1510"),
        ([*TANKS, "MZ2010 R"], {"MZ2010": ["E"]}, "recon", "done"),
        ([*TANKS, "MZ1510 I", "MZ1509 F"], {"MZ2010": ["E"], "MZ1510": ["F"]}, "always", "MZ2010"),
    ],
    ids=["never", "always", "tanks are no reconnaissance", "reconnaissance", "not alone", "infantry cannot"],
)
def test_refusing_combat(units: list[str], attacks: Json, said: str, picked: str) -> None:
    where = attacked("refusal", units, attacks)
    assert answer(where, "refusal", said) == picked
    # another question, or the other side: nothing is answered
    assert answer(where, "reaction", "never") == answer(where, "refusal", said, SOVIET) == ""


def test_reacting_and_command_points() -> None:
    where = attacked("reaction", ["MZ1007 A", "MZ1006 H", "MZ1010 I", "MZ1011 E"], {"MZ1010": ["E"]})
    assert answer(where, "reaction", "never") == "done"
    where.play("A")
    assert where.state.stack[-1].step == "react"
    assert answer(where, "points", "never") == "roll"
    # Command Points of the player's own Sequence are asked about
    where.state.active = 1 << GAME.formation_ids.index("10pz")
    assert answer(where, "points", "never") == ""


@pytest.mark.parametrize(("held", "always"), [([], "MZ1010"), (["MZ1010"], "done")])
def test_no_retreat_where_it_is_not_declared_already(held: list[str], always: str) -> None:
    where = attacked("no_retreat", ["MZ1010 I", "MZ1010 H", "MZ1011 E"], {"MZ1010": ["E"]}, holding=held)
    assert answer(where, "no retreat", "always") == always
    assert answer(where, "no retreat", "never") == "done"


def test_the_best_unit_leads_in_defence() -> None:
    where = attacked("refusal", ["MZ2010 B", "MZ2010 A", "MZ2009 E"], {"MZ2010": ["E"]})
    where.play("MZ2010")
    assert where.state.stack[-1].step == "check_lead"
    assert answer(where, "lead", "best") == "A"
    where.state.active = 1 << GAME.formation_ids.index("10pz")
    assert answer(where, "lead", "best") == ""


def test_air_units_are_kept_for_attacks() -> None:
    counters = {
        "A": "german infantry 9-5-5 er 6 of 7id",
        "H": "german hq 0-1-5 cp 1 of 7id",
        "E": "soviet infantry 3-3-5 er 6 of 32",
        "K": "soviet hq 0-1-5 cp 1 of 32",
        "P": "german air er 6 cas 2",
        "S": "soviet air er 5 cas 2",
    }
    units = ["MZ1010 A", "MZ1007 H", "MZ1011 E", "MZ1012 K", "ready P", "ready S"]
    attacks = [{"hex": "MZ1011", "by": ["A"]}]
    spec: Json = {"counters": counters, "units": units, "attacks": attacks, "sequence": "assault", "active": ["7id"]}
    where = drawn(PLAIN, **spec, phase="german combat")
    assert answer(where, "air", "never", SOVIET) == "done"
    where.play("done")
    assert answer(where, "air", "never", GERMAN) == ""


@pytest.mark.parametrize("lang", sorted(LANGUAGES))
def test_every_answer_has_its_words(lang: str) -> None:
    where = attacked("refusal", TANKS, {"MZ2010": ["E"]})
    words = [
        text
        for question in where.show.board(lang)["standing"]
        for text in (question["text"], *(each["text"] for each in question["answers"]))
    ]
    keys = {
        word
        for key, question in standing.questions(GAME).items()
        for word in (key, *(f"{key} {a}" for a in question.answers))
    }
    assert len(words) == len(keys) and not keys & set(words)
    assert where.scene("german", lang)["offer"]["standing"] == "refusal"


def test_one_is_not_asked_for_good_what_is_never_answered_so() -> None:
    """The Lead Unit of an attack is chosen each time: only in the enemy's attacks it can be said once for all."""
    units, attacks = ["MZ2010 A", "MZ2010 B", "MZ2009 E", "MZ2009 F"], {"MZ2009": ["A", "B"]}
    declared = [{"hex": hex_, "by": by} for hex_, by in attacks.items()]
    spec = {"counters": {name: COUNTERS[name] for name in "ABEF"}, "units": units, "attacks": declared}
    own = drawn(PLAIN, **spec, active=["10pz"], sequence="mobile", phase="german combat")
    assert own.state.stack[-1].step == "lead"
    assert standing.asked(own.game, own.state) == ""
    assert answer(own, "lead", "best") == ""
    theirs = attacked("combat", units, {"MZ2010": ["E", "F"]})
    while theirs.state.stack[-1].step == "lead" and theirs.game.offers(theirs.state)[0].seat == SOVIET:
        theirs.play("E")
    assert standing.asked(theirs.game, theirs.state) == "lead"
    assert answer(theirs, "lead", "best") == "A"


# -- fuel --------------------------------------------------------------------------------------------------------------


def at_fuel() -> tuple[Session[Any], int]:
    """The first German activation of a game of scripts: the Formation is about to be given fuel."""
    session: Session[Any] = Session(GAME, "mtsensk", seed="page")
    script = opponents.make("scripted-1", GAME, 1)
    while session.state.stack[-1].step != "fuel":
        offer = session.offers()[0]
        session.play(offer.seat, script.choose(GAME.see(session.state, offer.seat), offer))
    return session, session.offers()[0].seat


def note(session: Session[Any], seat: int) -> str:
    """The text of the button that ends the distribution of fuel."""
    scene = games.presenter("moscow", GAME).scene(GAME.see(session.state, seat), moment(session, seat, 0), "en")
    assert scene["offer"] is not None
    return next(pick["note"] for pick in scene["offer"]["picks"] if pick["pick"] == "done")


def test_no_second_fuel_unit_is_asked_for_when_everybody_is_reached() -> None:
    session, seat = at_fuel()
    assert standing.answered(session, seat, {}) is None, "no Fuel unit has been spent yet"
    assert note(session, seat).startswith("no fuel for ")
    session.play(seat, (0, session.game.unit_index("ax.fuel.2")))
    done = 2, session.game.option_index("done")
    assert standing.answered(session, seat, {}) == done
    assert note(session, seat) == ""
    assert standing.answered(session, seat, {"fuel": "ask"}) is None
