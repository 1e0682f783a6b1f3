"""Inputs: how many clicks, keys and drags a turn takes in the page.

A turn is taken from a game of two programs. Its picks are made again through the page by the shortest gestures that the
page offers: a stack is dragged, or one of its units with a key held down; units that are not on the map are dragged out
of their list; attackers are chosen together; options have keys. A click, a key, and a drag from press to release are
one input each; hovering is none. Keys that only bring the whole map into view are counted apart. The other side's picks
are made by another browser and not counted.
`plain` is the number of inputs that the same picks take one by one: one each, and one more where the unit lies in a
stack of which several can be picked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from games.facts import beside
from page.hand import Hand
from stavka import games
from stavka.engine.kinds import members, numbered
from stavka.engine.offer import UNIT, Offer, Pick
from stavka.engine.record import read_record
from stavka.engine.session import ROLLS, Session
from stavka.engine.state import Json
from stavka.games import opponents

MOVES = ("movement", "move", "enter")
PLACES = ("reinforcements", "place")
STARTS = ("movement", "reinforcements")
CHOOSES = ("attack", "advance")
"""Steps in which units are chosen one after the other."""
GATHERS = ("select_chits",)
"""Steps in which things are chosen in any order."""


class Beat(NamedTuple):
    """A pick of a turn: who made it, at which step, what, how many could be picked in the unit's hex, whether dice
    follow, and the rule of the question."""

    side: str
    step: str
    word: str
    crowd: int
    rolls: bool = False
    rule: str = ""


@dataclass
class Turn:
    """A turn of one side: the record up to it, and what everybody picked from there on."""

    name: str
    game: str
    side: str
    record: str
    beats: list[Beat]
    final: dict[str, int]
    """The places of the side's units at the end."""

    @property
    def own(self) -> list[Beat]:
        return [beat for beat in self.beats if beat.side == self.side]

    @property
    def moved(self) -> int:
        """The number of moves of single units."""
        return sum(beat.step == "movement" and "." in beat.word for beat in self.own)

    @property
    def plain(self) -> int:
        return sum(1 + (beat.crowd > 1) for beat in self.own)


Chooser = Callable[[Session[Any], Offer], Pick]
Until = Callable[[Session[Any]], bool]


def turn_of(
    name: str, key: str, scenario: str, side: str, start: Until, end: Until, choose: Chooser | None = None
) -> Turn:
    """A turn of a game of scripts, from where `start` holds to where `end` does."""
    game = games.load(key)
    session: Session[Any] = Session(game, scenario, seed="page")
    script = opponents.make("scripted", game, 1)
    beats: list[Beat] = []
    record = ""
    while not session.state.result and not (record and end(session)):
        offer = session.offers()[0]
        if not record and start(session):
            record = replace(session.record, moves=session.record.moves[:], seed=session.seed).write()
        pick = (
            choose(session, offer) if record and choose else script.choose(game.see(session.state, offer.seat), offer)
        )
        if record:
            beats.append(beat_of(session, offer, pick))
        session.play(offer.seat, pick)
    seat = game.sides.index(side)
    final = {game.unit_ids[unit]: session.state.place[unit] for unit, whose in numbered(game.side) if whose == seat}
    return Turn(name, key, side, record, beats, final)


def beat_of(session: Session[Any], offer: Offer, pick: Pick) -> Beat:
    game, place = session.game, session.state.place
    kind, index = pick
    crowd = (
        sum(place[unit] == place[index] for unit in members(offer.units)) if kind == UNIT and place[index] >= 0 else 1
    )
    frame, rolls = session.state.stack[-1], session.contract(offer.seat, pick) == ROLLS
    rule = game.steps[frame.step].rule_of(frame)
    return Beat(game.sides[offer.seat], frame.step, game.write_pick(pick, offer), crowd, rolls, rule)


def asks(session: Session[Any], side: str, *steps: str) -> bool:
    """Whether a side is asked at one of some steps."""
    return session.state.stack[-1].step in steps and session.offer(session.game.sides.index(side)) is not None


def turns() -> dict[str, Callable[[], Turn]]:
    """The turns that the games' own modules `inputs` have, beside their tests, each made when it is asked for."""
    found = (beside(key, "inputs") for key in games.GAMES)
    return {name: made for module in found if module is not None for name, made in module.TURNS.items()}


@cache
def turn_named(name: str) -> Turn:
    return turns()[name]()


def before(turn: Turn, word: str) -> str:
    """The record of a turn up to where a word is picked for the first time."""
    session: Session[Any] = Session.resume(games.load(turn.game), read_record(turn.record))
    for beat in turn.beats:
        if beat.word == word:
            break
        (offer,) = session.offers()
        session.play(offer.seat, session.game.read_pick(beat.word, offer))
    return replace(session.record, moves=session.record.moves[:], seed=session.seed).write()


class Going(NamedTuple):
    """Units that go from a hex to a hex in one movement phase."""

    units: list[str]
    start: str
    ends: list[str]


def gathered(found: list[tuple[str, Going]]) -> list[tuple[str, Going]]:
    """Units that leave one hex for one other go together, when the last of them does: what stays in a hex is dragged as
    a stack. Not where another unit takes their place meanwhile; those with dice go alone."""
    last: list[tuple[str, Going]] = []
    for at, (alone, going) in enumerate(found):
        later = found[at + 1 :]
        same = next((n for n, (other, each) in enumerate(later) if not other and each[1:] == going[1:]), None)
        between = later[:same]
        taken = any(each.ends[-1:] == [going.start] for _, each in between)
        if alone or same is None or not going.start or taken or any(other for other, _ in between):
            last.append((alone, going))
        else:
            later[same][1].units[:0] = going.units
    return last


def ask_everything(hand: Hand) -> None:
    """Switch all defaults off, in the menu: this player makes every pick of the record."""
    hand.button("Menu", exact=True).click()
    for field in hand.page.locator("dialog [data-question]").all():
        if field.locator("[value=ask]").count():
            field.select_option("ask")
    hand.press("Escape")


class Player:
    """Plays a turn by hand, and counts."""

    def __init__(self, turn: Turn, hands: dict[str, Hand]) -> None:
        self.turn, self.hands, self.mine = turn, hands, hands[turn.side]
        self.inputs: Counter[str] = Counter()

    @property
    def total(self) -> int:
        return self.inputs.total() - self.inputs["view"]

    # -- inputs -----------------------------------------------------------------------------------------------------

    def key(self, key: str) -> None:
        self.inputs["key"] += 1
        self.mine.press(key)

    def click(self, name: str) -> None:
        self.inputs["click"] += 1
        self.mine.click(name)

    def send(self, hex_: str) -> None:
        """Send the unit with the right button, which also moves it onto friendly units."""
        self.inputs["click"] += 1
        self.mine.page.mouse.click(*self.mine.at(hex_, 2), button="right")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.inputs["drag"] += 1
        mouse = self.mine.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(end[0], end[1])
        mouse.move(end[0] + 1, end[1])
        mouse.up()

    def changes(self, act: Callable[[], object]) -> None:
        self.mine.changed(act)
        while self.mine.readings[-1].state != self.mine.state:
            self.mine.page.wait_for_timeout(5)  # the page has heard it, and we have not yet

    # -- what is there ----------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Json:
        found: Json = self.mine.readings[-1].scene
        return found

    @property
    def offer(self) -> Json:
        found: Json = self.scene["offer"]
        return found

    def place(self, unit: str) -> str:
        return str(self.scene["units"][unit].get("hex", ""))

    def offered(self) -> dict[str, Json]:
        return {pick["pick"]: pick for pick in self.offer["picks"]}

    def in_view(self, *names: str) -> None:
        """Show the whole map if one of these hexes is out of view."""
        if len(self.mine.seen(names, 2)) < len(set(names)):
            self.inputs["view"] += 1
            self.mine.press("0")

    # -- playing ----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        beats = self.turn.beats
        for hand in self.hands.values():
            if hand is not self.mine:
                ask_everything(hand)
        at = 0
        while at < len(beats):
            beat = beats[at]
            if beat.side != self.turn.side:
                self.hands[beat.side].asked().pick(beat.word)
                at += 1
                continue
            self.mine.asked()
            if self.offer["rule"] != beat.rule:
                at += 1  # a default has picked it
                continue
            if beat.step in GATHERS:
                at += self.gather(self.run(at, GATHERS))
                continue
            steps = next((steps for steps in (MOVES, PLACES) if beat.step in steps), (beat.step,))
            run = self.run(at, steps)
            if steps in (MOVES, PLACES):
                self.move(run)
                at += len(run)
            elif beat.step in CHOOSES and len(run) > 1:
                at += self.choose(run)
            else:
                self.pick(beat.word)
                at += 1

    def run(self, at: int, steps: Sequence[str]) -> list[Beat]:
        """The picks from a place on that belong together."""
        found = []
        for beat in self.turn.beats[at:]:
            if beat.side != self.turn.side or beat.step not in steps:
                break
            found.append(beat)
            if beat.word in ("done", "attack") or beat.word.startswith("attack-"):
                break
        return found

    def pick(self, word: str) -> None:
        """A key for an option, a click for a unit or a hex; one that is not on the map has its button."""
        pick = self.offered()[word]
        if pick["kind"] == "option":
            button = self.mine.offered(word)
            key = button.locator("kbd").first
            twice = button.get_attribute("data-sure") is not None
            if key.count():
                name = key.inner_text()
                if twice:
                    self.key(name)
                self.changes(lambda: self.key(name))
            else:
                self.inputs["click"] += 1
                self.mine.pick(word)
            return
        hex_ = word if pick["kind"] == "hex" else self.place(word)
        crowd = [
            name for name in self.offered() if name != word and (name == hex_ or self.offered()[name]["kind"] == "unit")
        ]
        # a click on a chosen unit of the hex takes it out again
        crowd += [name for name in self.offer["chosen"]["drop"] if name in self.scene["units"]]
        crowd = [name for name in crowd if name == hex_ or self.place(name) == hex_] if hex_ else []
        if not hex_ or crowd:
            self.inputs["click"] += 1
            self.mine.pick(word)
            return
        self.in_view(word)
        self.changes(lambda: self.click(word))

    def gather(self, run: list[Beat]) -> int:
        """What defaults have not gathered already; how many picks that were."""
        while missing := Counter(beat.word for beat in run[:-1]) - self.chosen():
            self.pick(next(iter(missing)))
        self.pick(run[-1].word)
        return len(run)

    def chosen(self) -> Counter[str]:
        """The things that have been chosen in the present question."""
        return Counter(each["pick"] for each in self.offer["chosen"]["options"])

    def choose(self, run: list[Beat]) -> int:
        """Choose the units for an attack, all at once where that is shorter, and return the number of picks."""
        units = [beat.word for beat in run if "." in beat.word and beat.word in self.scene["units"]]
        offered = [name for name, pick in self.offered().items() if pick["kind"] == "unit"]
        extra = [name for name in offered if name not in units]
        if "all" in self.offered() and set(units) <= set(offered) and 1 + len(extra) < len(units):
            self.pick("all")
            for name in extra:
                self.in_view(name)
                self.changes(lambda name=name: self.click(name))  # type: ignore[misc]
        else:
            for name in units:
                if name in self.offered():  # otherwise a default has picked it
                    self.pick(name)
        rest = [beat.word for beat in run if beat.word not in units]
        for word in rest:
            self.mine.asked()
            if word in self.offered():
                self.pick(word)
        return len(run)

    # -- moving -----------------------------------------------------------------------------------------------------

    def goings(self, run: list[Beat]) -> list[Going]:
        """The moves, from hex to hex; consecutive ones by the same way go together. Dice fall in the order of the
        record, so units with dice go alone."""
        found: list[tuple[str, Going]] = []
        units: list[str] = []
        ends: list[str] = []
        alone = ""
        for beat in [*run, Beat("", "movement", "", 0)]:
            if beat.step in STARTS:
                going = Going(units, self.place(units[0]) if units else "", ends)
                if found and (alone, going.start, ends) == (found[-1][0], found[-1][1].start, found[-1][1].ends):
                    found[-1][1].units.extend(units)
                elif ends or alone:
                    found.append((alone, going))
                units = [beat.word] if beat.word in self.scene["units"] else []
                ends, alone = [], beat.word if beat.rolls and units else ""
            elif beat.word in self.scene["units"]:
                units.append(beat.word)
            elif beat.word != "stop":
                ends.append(beat.word)
        return [going for _, going in gathered(found)]

    def move(self, run: list[Beat]) -> None:
        for going in self.goings(run):
            self.go(going)
        if run[-1].word in ("stop", "done") and "stop" in self.offered():
            self.pick("stop")
        if run[-1].word == "done" and "done" in self.offered():
            self.pick("done")

    def go(self, going: Going) -> None:
        units, start, ends = going
        options = [end for end in ends if end in self.scene["units"] or not end[-1].isdigit()]
        if options or not ends:
            self.step_by_step(going)
            return
        for _ in range(len(units) + 2):
            missing = [unit for unit in units if self.place(unit) != ends[-1]]
            if not missing:
                return
            self.bring(missing, start, ends[-1])
        raise AssertionError(f"{self.turn.name}: {missing} are not in {ends[-1]}")

    def bring(self, units: list[str], start: str, end: str) -> None:
        """Make the next gesture of a move: a drag, or a click where dice have interrupted the move."""
        if set(self.offer["hand"]["units"]) & set(units) and end in self.offered():
            self.in_view(end)
            self.changes(lambda: self.send(end))
            return
        if not start:
            self.out_of_list(units, end)
            return
        self.in_view(start, end)
        places = self.mine.places([start, end], 2)
        if self.able(start) <= set(units):
            self.changes(lambda: self.drag(places[start], places[end]))
        else:
            self.changes(lambda: self.alone(units[0], places[end]))

    def able(self, hex_: str) -> set[str]:
        """The units in a hex that can be taken."""
        hand = self.offer["hand"]
        able = {*hand["others"], *([] if hand["ends"] else hand["units"])}
        return {unit for unit in able if self.place(unit) == hex_}

    def alone(self, unit: str, end: tuple[float, float]) -> None:
        """Drag one counter out of a stack, with the control key."""
        page = self.mine.page
        start = page.evaluate("name => window.stavka.alone(name)", unit)
        page.keyboard.down("Control")
        self.drag(start, end)
        page.keyboard.up("Control")

    def out_of_list(self, units: list[str], end: str) -> None:
        """The line of a formation, or of the first of some units that are not on the map, is dragged to a hex."""
        lines = self.mine.page.locator("[data-grip]")
        grips = [set(grip.split()) for grip in lines.evaluate_all("all => all.map(each => each.dataset.grip)")]
        line = lines.nth(grips.index(set(units)) if set(units) in grips else grips.index({units[0]}))
        line.scroll_into_view_if_needed()
        self.in_view(end)
        box, to = line.bounding_box(), self.mine.places([end], 2)[end]
        assert box is not None
        self.changes(lambda: self.drag((box["x"] + 12, box["y"] + box["height"] / 2), to))

    def step_by_step(self, going: Going) -> None:
        """Units that enter the map, or move in another way than by MP: chosen in the list, then each step."""
        for unit in going.units:
            hand = self.offer["hand"]
            if hand["units"]:
                self.pick("stop") if hand["ends"] else self.changes(lambda: self.key("Escape"))
            self.pick(unit)
            for end in going.ends:
                if end in self.offered():
                    self.pick(end)
