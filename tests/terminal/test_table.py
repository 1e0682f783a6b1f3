"""The terminal game as people see it."""

import re
from random import Random
from typing import Any

import pytest

from cli.command import finished_record
from stavka import games
from stavka.engine.kinds import Unit
from stavka.engine.offer import HEX, OPTION, UNIT
from stavka.engine.record import RecordError, read_record
from stavka.engine.session import Session
from stavka.terminal.keyboard import Suggest
from stavka.terminal.reader import LineReader
from terminal.sitting import CLEARED, Sitting, Typed

SOVIET_SELECTION = ("vrnz", "done", "vrnz step sw sth vrnz step")
SECRET_WORDS = ("Your chits in the cup", "in your hand", "Selected", "You draw", "You add", " Offensive, ")
SET_UP = ("kyiv", "odesa", "ternopil")


def plain(text: str) -> str:
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def screens(text: str) -> list[str]:
    """The output between one clearing of the screen and the next."""
    return [plain(screen) for screen in re.split(r"\x1b\[2J", text)]


# -- what is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(100, 40), (140, 50), (80, 25)])
@pytest.mark.parametrize("colours", [True, False])
def test_a_screen_fits_the_terminal(width: int, height: int, colours: bool) -> None:
    lines = ("vrnz", "3133 27A")
    shown = Sitting(*lines, programs={1: "random"}, width=width, height=height, colours=colours).play()
    for screen in screens(shown)[1:]:
        rows = screen.split("\n")
        assert max(map(len, rows)) <= width
        assert len(rows) <= height + (1 if "The game is not over" in screen else 0)


def test_the_screen_shows_map_odds_prompt_and_picks() -> None:
    last = screens(Sitting("vrnz", "3133 27A", programs={1: "random"}).play())[-1]
    assert "Race to the Dnipro | Turn 1 of 4, August 1943 | 0 of 50 VP" in last
    assert "Your chits in the cup: none" in last
    assert re.search(r"^31 .* 255  ", last, re.MULTILINE)
    assert "attack     5  27A from 3233 5 [10.2a]" in last
    assert "Soviet: Choose the units that attack 3133 (now 5 to 4).  (undo is possible)" in last
    assert "22G 5-5 gives 2-1" in last
    assert "attack (passes) | all All eligible units (free)" in last


def test_without_colours_sides_and_picks_have_marks() -> None:
    last = screens(Sitting("vrnz", programs={1: "random"}, colours=False).play())[-1]
    assert "*27A" in last
    assert "+GD" in last
    assert "!255" in last
    assert "3133" in last


def test_a_long_program_turn_is_reported_in_full() -> None:
    sitting = Sitting(*SOVIET_SELECTION, "done", "combat", "done", programs={1: "random"})
    shown = plain(sitting.play())
    assert isinstance(sitting.keyboard, Typed)
    assert any("lines. Press Enter. " in prompt for prompt in sitting.keyboard.prompts)
    told = sitting.session.log(0)
    for event in told[:40]:
        assert sitting.session.game.say(sitting.session.state, event)[:40] in shown


def test_a_program_that_looks_at_the_position_is_shown_it() -> None:
    shown = plain(Sitting("vrnz", programs={1: "scripted"}).play())
    assert "213 is set up in" in shown
    assert "Soviet: Choose a hex to attack" in shown


# -- the curtain ----------------------------------------------------------------------------------------------------


def test_a_curtain_falls_before_and_after_secrets() -> None:
    sitting = Sitting(*SET_UP, *SOVIET_SELECTION, "done", "8a hold-6a hold-4pza 1pza", "done")
    shown = sitting.play()
    assert isinstance(sitting.keyboard, Typed)
    curtains = [prompt for prompt in sitting.keyboard.prompts if prompt.startswith("Only the")]
    assert curtains[:3] == [
        f"Only the {side} player may look at the screen now. Press Enter. " for side in ("Axis", "Soviet", "Axis")
    ]
    soviet, axis, *_ = shown.split(CLEARED)[2:]
    assert "Defensive" not in plain(soviet)
    assert "Selected 6 of 6 chits" in plain(soviet)
    assert "Voronezh" not in plain(axis)
    assert re.search(r"Luftwaffe: \d Offensive, \d Defensive", plain(axis))
    assert "Selected 4 of 4 chits; for the cup: 8A, 1PzA; to hold: 4PzA, 6A" in plain(axis)


def test_every_player_has_a_history_of_their_own() -> None:
    sitting = Sitting(*SET_UP, *SOVIET_SELECTION, "done")
    sitting.play()
    assert isinstance(sitting.keyboard, Typed)
    seats = [prompt for prompt in sitting.keyboard.prompts if prompt.startswith("seat")]
    assert seats == ["seat 1", "seat 0", "seat 1"]


def test_against_a_program_there_is_no_curtain() -> None:
    assert CLEARED not in Sitting(*SOVIET_SELECTION, "done", programs={1: "random"}).play()


def test_nothing_of_the_other_hand_is_shown() -> None:
    """The Axis hand and markers are swapped for others: the Soviet player's screen stays the same."""
    shown = []
    for kinds in ((2, 1), (1, 2)):
        before = Sitting(programs={1: "random"})
        before.play()
        before.session.state.air[:] = bytes(kinds)
        sitting = Sitting("hand", "look 2634", "vp", "log 5", "map", "odds 3133", session=before.session)
        sitting.table.people = [0]
        shown.append(sitting.play())
    assert shown[0] == shown[1]


# -- typing ---------------------------------------------------------------------------------------------------------


def reader(sitting: Sitting) -> LineReader:
    return sitting.table.reader()


def test_names_of_picks() -> None:
    sitting = Sitting("vrnz", programs={1: "random"})
    sitting.play()
    found = reader(sitting)
    hex_ = sitting.session.game.grid.index("3134")
    assert found.pick("3134") == found.pick("Tomarovka") == found.pick("tomar") == (HEX, hex_)
    assert found.pick("done") == found.pick("D") == (OPTION, 0)
    assert found.pick("17Pz") == found.pick("ax.17pz") == (UNIT, sitting.session.game.unit_index("ax.17pz"))
    assert found.pick("Bila Tserkva") == (HEX, sitting.session.game.grid.index("2517"))
    assert list(found.picks("17Pz Bila Tserkva stop here done")) == ["17Pz", "Bila Tserkva", "stop here", "done"]


def test_a_hex_stands_for_the_one_offered_unit_in_it() -> None:
    sitting = Sitting(programs={1: "random"})
    sitting.play()
    hq = sitting.session.game.unit_index("so.hq.vrnz")
    number = sitting.session.game.grid.number(sitting.session.state.place[hq])
    assert reader(sitting).pick(number) == (UNIT, hq)


def test_what_is_offered_comes_before_what_is_not() -> None:
    """Labels such as 57 are used on both sides."""
    sitting = Sitting(*SOVIET_SELECTION, "done", programs={1: "random"})
    sitting.play()
    found = reader(sitting)
    for label in ("57", "68", "75"):
        kind, unit = found.pick(label)
        assert kind == UNIT
        assert found.face.side(Unit(unit)) == 0


def test_completion_names_what_is_offered_and_the_commands() -> None:
    sitting = Sitting("vrnz", programs={1: "random"})
    sitting.play()
    offered = {completion.word: completion.meaning for completion in sitting.table.suggest("")}
    assert offered["3133"] == "255: at best 4-1"
    assert offered["why"].startswith("why something cannot be picked")
    assert "17Pz" in {completion.word for completion in sitting.table.suggest("reach ")}


def test_quit_asks_once() -> None:
    assert "The game is not saved" in Sitting("vrnz", "quit", "quit", "vp", programs={1: "random"}).play()
    assert "needs" not in Sitting("vrnz", "quit", "quit", "vp", programs={1: "random"}).play()


# -- whole games ----------------------------------------------------------------------------------------------------


class Monkey(Typed):
    """Types the name of a random pick, now and then a command; every name must mean what it names."""

    def __init__(self, seed: int, lines: int) -> None:
        super().__init__(())
        self.random, self.left = Random(seed), lines
        self.sitting: Sitting | None = None
        self.asked = False

    def read(self, prompt: str, suggest: Suggest = lambda _: ()) -> str | None:
        assert self.sitting is not None
        assert self.asked or not self.sitting.table.refusal
        if prompt.endswith("Press Enter. "):
            return ""
        self.left -= 1
        if self.left < 0 or self.sitting.session.state.result:
            return None
        self.check_secrets()
        found = self.sitting.table.reader()
        self.asked = self.random.random() < 0.2
        return self.question(found) if self.asked else self.answer(found)

    def check_secrets(self) -> None:
        """Check that secrets of one player are shown behind the curtain only."""
        assert self.sitting is not None
        last = screens(self.sitting.file.getvalue())[-1]
        if not self.sitting.table.alone:
            assert not [word for word in SECRET_WORDS if word in last]

    def answer(self, found: LineReader) -> str:
        pick = self.random.choice(list(found.offer))
        for name in found.names(pick):
            assert found.pick(name) == pick
        return found.name(pick)

    def question(self, found: LineReader) -> str:
        unit = self.random.choice(list(found.game.unit_ids))
        hex_ = found.game.grid.number(self.random.choice(found.game.grid.bits(found.game.grid.all)))
        enemy = found.game.grid.number(self.random.choice(list(found.sight.position.at)))
        return self.random.choice(
            [
                f"why {unit} {hex_}",
                f"why {unit}",
                f"odds {enemy}",
                f"reach {unit}",
                f"look {hex_}",
                "map",
                "undo",
                "hand",
                "supply",
            ]
        )


@pytest.mark.parametrize("options", [{}, {"vp_bid": True, "hq_conversion": True}])
def test_whatever_is_picked_and_asked_is_answered(options: dict[str, bool]) -> None:
    monkey = Monkey(seed=1, lines=120)
    monkey.sitting = Sitting(keyboard=monkey, options=options)
    shown = monkey.sitting.play()
    assert "Traceback" not in shown
    assert len(monkey.sitting.session.record.moves) > 60


# -- going on with a saved game -------------------------------------------------------------------------------------


def halfway() -> tuple[Any, Session[Any]]:
    game = games.load("traces")
    record = read_record(finished_record())
    record.moves = record.moves[:300]
    return game, Session.resume(game, record)


def test_a_resumed_game_stands_where_it_stood_and_its_dice_go_on() -> None:
    game, session = halfway()
    whole = read_record(finished_record())
    assert [move.what for move in session.record.moves[:300]] == [move.what for move in whole.moves[:300]]
    for move in whole.moves[len(session.record.moves) :]:
        if move.who != "chance":
            seat = game.sides.index(move.who)
            session.play(seat, game.read_pick(move.what, session.offer(seat)))
    assert session.record.write() == finished_record()


def test_a_game_without_its_seed_or_with_other_dice_is_not_resumed() -> None:
    game = games.load("traces")
    for seed in ("", "another"):
        record = read_record(finished_record())
        record.seed = seed
        with pytest.raises(RecordError, match="without the seed of its dice"):
            Session.resume(game, record)


def test_an_altered_game_is_not_resumed() -> None:
    game = games.load("traces")
    record = read_record(finished_record())
    at = next(i for i, move in enumerate(record.moves) if move.who == "chance")
    other = {"offensive": "defensive", "defensive": "offensive"}[record.moves[at].what]
    record.moves[at] = type(record.moves[at])("chance", other, "", line=99)
    with pytest.raises(RecordError, match=r"line 99: .*: rules and seed give something else here"):
        Session.resume(game, record)


def test_a_resumed_game_shows_its_last_events_only() -> None:
    _, session = halfway()
    shown = plain(Sitting(session=session).play())
    told = [session.game.say(session.state, event)[:40] for event in session.log(0)]
    assert told[-1] in shown
    assert told[0] not in shown
