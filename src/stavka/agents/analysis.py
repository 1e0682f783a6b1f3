"""A game looked back at, as chess players do: the chance to win over the game, each decision beside what the planner
would have done, and luck apart from skill.

The first pass plays the record through. Each side's chance at an activation is estimated from what its seat saw then:
hidden things are dealt out a few times, and the craft values each deal. The whole truth is valued only for somebody
who may know it. So is every throw (`agents/dice.py`).

The second pass takes one activation after the other, those around which the chance moved most first. The planner
thinks on what the seat saw. Then its plan and what was done are carried out in the same imagined futures, which are
fresh ones: the plan is not measured on those in which it looked best. The difference has a standard error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

from stavka.agents import reasons
from stavka.agents.craft import Craft, Leader, MakeCraft
from stavka.agents.dice import Dice, Luck
from stavka.agents.following import DONE, Compared, Deed, deed
from stavka.agents.planner import Planner
from stavka.agents.playout import Until
from stavka.agents.search import SCRIPT, LateError, Trials, Way, mean, standard_error
from stavka.engine.agent import Patience, Sight
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, Offer, Pick
from stavka.engine.record import Move
from stavka.engine.state import Event, Json
from stavka.engine.words import LANGUAGES
from stavka.hexes import Hex

SEED: Final = 1943
"""The seed of the planner and of all futures: the same game gives the same analysis."""
FIRST_PASS: Final = 0.3
"""The share of the progress that the first pass counts."""
MARKED: Final = frozenset({"turn", "activation"})


class Depth(NamedTuple):
    """How hard an analysis looks."""

    level: str = "officer"
    """The level whose plans are compared with what was done."""
    futures: int = 8
    """The futures in which both are carried out."""
    deals: int = 4
    """How often hidden things are dealt out to estimate a chance."""


class Value(NamedTuple):
    """What a side can expect: the chance to win, and points at the end as the side counts them."""

    chance: float
    points: float


class Point(NamedTuple):
    """A place on the curve."""

    move: int
    turn: int
    side: int
    """The side whose activation begins; -1 elsewhere."""
    seen: Mapping[int, Value]
    """What each side expects from what its seat sees, by side."""
    truth: Value | None
    """What the first side can expect from the whole truth; None if that may not be told."""


class Mark(NamedTuple):
    move: int
    kind: str
    text: Json
    """The sentence of the log in each language."""


class Throw(NamedTuple):
    """A throw of the dice, by its move; luck is that of the first side, in chance and points."""

    move: int
    turn: int
    text: Json
    luck: Luck


class Case:
    """A decision that was made: what the seat saw, and what it did."""

    def __init__(self, move: int, s: Any, sight: Sight[Any], offer: Offer, share: float, key: Any) -> None:
        self.move, self.last, self.sight, self.offer, self.share, self.key = move, move, sight, offer, share, key
        self.side, self.moment = key[0], key[1]
        self.turn = int(getattr(s, "turn", 0))
        self.deeds: list[Deed] = []
        self.before: list[int] = list(getattr(s, "place", ()))
        self.moved = self.placed = 0
        self.attacks: Counter[Hex] = Counter()

    def close(self, game: Game[Any], s: Any) -> None:
        """Note how many units of the side have moved, and how many have come onto the map."""
        places = zip(self.before, getattr(s, "place", ()), game.side, strict=False)
        own = [(old, new) for old, new, side in places if side == self.side and old != new]
        self.placed = sum(old < 0 <= new for old, new in own)
        self.moved = len(own) - self.placed


class Decision(NamedTuple):
    """A decision beside the plan of the planner; what is compared is the chance to win on the same futures."""

    case: Case
    way: Way
    plan: Json
    """The aims of the plan in each language."""
    done: float
    planned: float
    difference: float
    """What was done less what was planned: negative if something was given away."""
    error: float
    """The standard error of the difference."""
    points: float
    """The same difference in points."""


class Analysis:
    """The analysis of a game, as far as it has come. `seats`: those through whose eyes it looks; `whole`: whether the
    truth and the dice may be told."""

    def __init__(
        self,
        make: MakeCraft,
        game: Game[Any],
        depth: Depth,
        seats: Collection[int],
        *,
        whole: bool,
        patience: Patience | None = None,
    ) -> None:
        self.game, self.depth, self.seats, self.whole = game, depth, frozenset(seats), whole
        self.patience = patience or Patience()
        self.planner = Planner(make, game, SEED, depth.level)
        self.craft: Craft[Any] = self.planner.craft
        self.dice = Dice(game, self.truth_values, self.choosers, self.until_decided)
        self.models: dict[int, Leader] = {}
        self.curve: list[Point] = []
        self.marks: list[Mark] = []
        self.throws: list[Throw] = []
        self.cases: list[Case] = []
        self.decisions: list[Decision] = []
        self.is_complete = False
        self.result = ""
        self.open: dict[int, Case] = {}
        self.sides: dict[int, Side] = {}
        """The side that each seat plays."""

    def run(self, start: Any, moves: Sequence[Move]) -> None:
        """Look at a game from its start. When patience is over, what has been found stays."""
        if self.look(start, moves):
            self.is_complete = self.think()

    # -- the first pass ---------------------------------------------------------------------------------------------

    def look(self, s: Any, moves: Sequence[Move]) -> bool:
        """Play the game through; False if patience was over before its end."""
        turn = -1
        for number, move in enumerate(moves):
            if self.patience.is_over():
                return False
            self.patience.tell(FIRST_PASS * number / len(moves))
            seat = CHANCE if move.who == "chance" else self.game.sides.index(move.who)
            offer = next(offer for offer in self.game.offers(s) if offer.seat == seat)
            pick = self.game.read_pick(move.what, offer)
            self.before(s, number, seat, offer, pick)
            if int(getattr(s, "turn", 0)) != turn:
                turn = int(getattr(s, "turn", 0))
                self.note_point(s, number, -1)
            luck = self.dice.luck(s, pick[1]) if seat == CHANCE and self.whole and len(offer) > 1 else None
            s.events = []
            self.game.apply(s, seat, pick)
            self.after(s, number, luck)
        for case in self.open.values():
            case.close(self.game, s)
        self.result = s.result
        self.note_point(s, len(moves), -1)
        return True

    def before(self, s: Any, number: int, seat: int, offer: Offer, pick: Pick) -> None:
        """Note what a seat is about to do."""
        if seat == CHANCE:
            return
        moment = self.craft.moment(s)
        for whose, other in list(self.open.items()):
            if other.moment != moment:
                self.open.pop(whose).close(self.game, s)
        if seat not in self.seats:
            return
        side, case = self.game.side_of(s, seat), self.open.get(seat)
        key = side, moment, s.stack[-1].step
        share = self.craft.opens(s) if len(offer) > 1 else 0.0
        if share and (case is None or case.key != key):
            if case is not None:
                case.close(self.game, s)
            seen = s.clone()
            case = self.open[seat] = Case(number, seen, self.game.see(seen, seat), offer, share, key)
            self.cases.append(case)
            self.note_point(s, number, side)
        if case is not None:
            case.deeds.append(deed(self.game, s, offer, pick))

    def after(self, s: Any, number: int, luck: Luck | None) -> None:
        """Note what a move has led to."""
        for case in self.open.values():
            case.last = number + 1
        if self.open:
            max(self.open.values(), key=lambda case: case.move).attacks.update(reasons.attacked(self.game, s.events))
        for event in s.events:
            self.note_mark(s, number, event)
        if luck is not None:
            rolled = (event for event in s.events if self.game.told[event.name].of("die", event.values) is not None)
            event = next(rolled, next(iter(s.events), None))
            text = dict.fromkeys(LANGUAGES, luck.outcome) if event is None else self.said(s, event)
            self.throws.append(Throw(number, int(getattr(s, "turn", 0)), text, luck))

    def said(self, s: Any, event: Event) -> Json:
        return {lang: self.game.say(s, event, lang, is_own=False) for lang in LANGUAGES}

    def note_mark(self, s: Any, number: int, event: Event) -> None:
        if event.seats is not None and not self.whole and not set(event.seats) & self.seats:
            return
        form = self.game.told[event.name]
        card = form.card_of(event.values)
        is_decided = card is not None and card.part == "decides"
        if is_decided or form.begins in MARKED:
            kind = "combat" if is_decided else form.begins
            self.marks.append(Mark(number + 1, kind, self.said(s, event)))

    def note_point(self, s: Any, number: int, side: int) -> None:
        if self.curve and self.curve[-1].move == number:
            self.curve.pop()
        self.sides = {seat: self.game.side_of(s, seat) for seat in sorted(self.seats)}
        seen: dict[int, Value] = {side: self.seen(s, seat) for seat, side in self.sides.items()}
        truth = Value(*self.truth_values(s)) if self.whole else None
        self.curve.append(Point(number, int(getattr(s, "turn", 0)), side, seen, truth))

    # -- values -----------------------------------------------------------------------------------------------------

    def seen(self, s: Any, seat: int) -> Value:
        """What a side can expect from what its seat sees."""
        side, sight = self.game.side_of(s, seat), self.game.see(s, seat)
        deals = [sight.sample(Random(f"{SEED}/{nth}")) for nth in range(self.depth.deals)]
        return Value(
            mean([self.craft.worth(deal, side) for deal in deals]),
            mean([self.craft.points(deal, side) for deal in deals]),
        )

    def truth_values(self, s: Any) -> tuple[float, float]:
        """What the first side can expect from the whole truth: the mean of how both sides judge."""
        craft, first, second = self.craft, Side(0), Side(1)
        chance = (craft.worth(s, first) + 1 - craft.worth(s, second)) / 2
        return chance, (craft.points(s, first) - craft.points(s, second)) / 2

    def choosers(self) -> Mapping[int, Leader]:
        """The scripts of both sides, without memory."""
        if not self.models:
            self.models = {side: self.craft.model(Side(side), SCRIPT) for side in range(2)}
        for model in self.models.values():
            model.forget()
        return self.models

    def until_decided(self, start: Any) -> Until:
        """Until what dice have decided has taken effect and an activation begins, or another one."""
        moment = self.craft.moment(start)
        return lambda s: self.craft.opens(s) > 0 or self.craft.moment(s) != moment

    # -- the second pass --------------------------------------------------------------------------------------------

    def think(self) -> bool:
        """Compare what was done with the planner's plans; False if patience was over before the last one."""
        cases = sorted(self.cases, key=lambda case: (-self.stir(case), case.move))
        for nth, case in enumerate(cases):
            if self.patience.is_over():
                return False
            with suppress(LateError):
                self.decisions.append(self.judge(case))
            self.patience.tell(1 - (1 - FIRST_PASS) * (1 - (nth + 1) / len(cases)))
        return len(self.decisions) == len(cases)

    def stir(self, case: Case) -> float:
        """How much the chance of a side moved from a decision to the next place on the curve."""
        values = [(point.move, point.seen[case.side].chance) for point in self.curve if point.move >= case.move]
        before = values[0][1]
        return max((abs(chance - before) for move, chance in values if move <= case.last), default=0.0)

    def judge(self, case: Case) -> Decision:
        """What was done, beside what the planner would have done. LateError if patience was over."""
        self.planner.patience = Unbothered(self.patience)
        way = self.planner.think(case.sight, case.side, case.offer, case.share)
        futures = Compared(self.craft, case.sight, case.side, f"{SEED}/afterwards/{case.move}")
        futures.deeds = case.deeds
        stage = min(1, self.planner.effort.rounds[-1].stage)
        trials = Trials(futures, Unbothered(self.patience), 1)
        rows: dict[Way, list[tuple[float, float]]] = {DONE: [], way: []}
        for future in range(self.depth.futures):
            for each, row in rows.items():
                worth = trials.value(each, future, stage)
                row.append((worth, self.craft.points(futures.ends[each, future][0], case.side)))
        gains = [done[0] - planned[0] for done, planned in zip(rows[DONE], rows[way], strict=True)]
        points = [done[1] - planned[1] for done, planned in zip(rows[DONE], rows[way], strict=True)]
        return Decision(
            case,
            way,
            reasons.named(self.craft, case.sight.position, case.side, way),
            mean([done[0] for done in rows[DONE]]),
            mean([planned[0] for planned in rows[way]]),
            mean(gains),
            standard_error(gains),
            mean(points),
        )

    # -- telling ----------------------------------------------------------------------------------------------------

    def as_json(self) -> Json:
        """Everything that has been found, as plain data."""
        sides = self.game.sides
        return {
            "game": self.game.key,
            "sides": list(sides),
            "seen_by": [sides[side] for side in self.sides.values()],
            "result": self.result,
            "level": self.depth.level,
            "futures": self.depth.futures,
            "whole": self.whole,
            "complete": self.is_complete,
            "curve": [self.point_json(point) for point in self.curve],
            "marks": [mark._asdict() for mark in self.marks],
            "throws": [self.throw_json(throw) for throw in sorted(self.throws, key=lambda each: -weight(each))],
            "luck": self.luck() if self.whole else {},
            "decisions": [
                self.decision_json(each) for each in sorted(self.decisions, key=lambda each: -abs(each.difference))
            ],
            "skill": self.skill(),
        }

    def point_json(self, point: Point) -> Json:
        sides = self.game.sides
        told: Json = {
            "move": point.move,
            "turn": point.turn,
            "side": sides[point.side] if point.side >= 0 else None,
            "seen": {sides[side]: rounded(value) for side, value in point.seen.items()},
            "truth": None,
        }
        if point.truth is not None:
            other = Value(1 - point.truth.chance, -point.truth.points)
            told["truth"] = {sides[0]: rounded(point.truth), sides[1]: rounded(other)}
        return told

    def throw_json(self, throw: Throw) -> Json:
        chance, points = throw.luck.gain
        return {
            "move": throw.move,
            "turn": throw.turn,
            "text": throw.text,
            "luck": self.both(chance, 4),
            "points": self.both(points, 2),
        }

    def both(self, gain: float, digits: int) -> Json:
        """What one side gains the other loses."""
        return {self.game.sides[0]: round(gain, digits) + 0.0, self.game.sides[1]: round(-gain, digits) + 0.0}

    def luck(self) -> Json:
        """The luck of each side, summed over all throws."""
        sums = [sum(throw.luck.gain[which] for throw in self.throws) for which in range(2)]
        chances, points = self.both(sums[0], 4), self.both(sums[1], 2)
        number = len(self.throws)
        return {side: {"chance": chances[side], "points": points[side], "throws": number} for side in self.game.sides}

    def decision_json(self, decision: Decision) -> Json:
        case, grid = decision.case, self.game.grid
        return {
            "move": case.move,
            "last": case.last,
            "turn": case.turn,
            "side": self.game.sides[case.side],
            "moved": case.moved,
            "placed": case.placed,
            "attacks": [grid.number(hex_) for hex_ in sorted(case.attacks, key=lambda hex_: -case.attacks[hex_])],
            "plan": decision.plan,
            "done": round(decision.done, 4),
            "planned": round(decision.planned, 4),
            "difference": round(decision.difference, 4) + 0.0,
            "error": round(decision.error, 4),
            "points": round(decision.points, 2) + 0.0,
        }

    def skill(self) -> Json:
        """What each side gained or gave away by its decisions against the planner, summed."""
        found: Json = {}
        for side in self.sides.values():
            mine = [each for each in self.decisions if each.case.side == side]
            found[self.game.sides[side]] = {
                "difference": round(sum(each.difference for each in mine), 4) + 0.0,
                "error": round(sum(each.error**2 for each in mine) ** 0.5, 4),
                "points": round(sum(each.points for each in mine), 2) + 0.0,
                "decisions": len(mine),
                "of": sum(case.side == side for case in self.cases),
            }
        return found


class Unbothered(Patience):
    """The patience of an analysis for one search: it may end, but hears nothing of the search's progress."""

    def __init__(self, whole: Patience) -> None:
        super().__init__()
        self.whole = whole

    def is_over(self) -> bool:
        return self.whole.is_over()


def weight(throw: Throw) -> float:
    return abs(throw.luck.gain[0])


def rounded(value: Value) -> Json:
    return {"chance": round(value.chance, 4), "points": round(value.points, 2)}
