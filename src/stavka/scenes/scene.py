"""The shapes that a front end can draw without knowing a rule, and the presenters that make them.

    show = games.presenter("traces", game)
    show.board("es")                                              # what never changes
    show.scene(game.see(state, seat), moment(session, seat, 17), "es")  # what is on the table for a seat
    show.ask(sight, {"what": "reach", "unit": "ax.15"}, "es")     # what a player wants to know

Every shape is plain data for JSON. Hexes are written as printed numbers, units and options by their ids, coordinates
are those of the map that `stavka.mapping` draws with `size=HEX_SIZE`. docs/decisions/0004 describes the shapes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from stavka.engine.agent import Sight
from stavka.engine.choosing import chosen_so_far
from stavka.engine.kinds import Side, Unit
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, Offer, Pick
from stavka.engine.orders import Held, held_by, last_picks
from stavka.engine.session import Contract, Session
from stavka.engine.standing import Made
from stavka.engine.state import Event, Json, State
from stavka.engine.words import ENGINE
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.scenes.guide import Guide
    from stavka.scenes.keeping import Drawing

S = TypeVar("S", bound=State)

MOST_QUOTED: Final = 40
HEX_SIZE: Final = 28.0
"""The distance from the centre of a hex to its corner, in board coordinates."""

OverlayKind = Literal["zone", "supply", "range", "control", "odds", "formation"]


# -- the board: what never changes ------------------------------------------------------------------------------------


class BoardGrid(TypedDict):
    orientation: Literal["rows", "columns"]  # rows: hexes stand on a corner; columns: hexes stand on a side
    size: float  # from centre to corner
    width: float
    height: float
    hexes: dict[str, tuple[float, float]]  # centres


class BoardSide(TypedDict):
    key: str
    name: str
    player: str  # the Soviet player
    noun: str  # the Soviets
    adjective: str  # Soviet
    ground: str  # colour of the side's counters
    ink: str


class BoardUnit(TypedDict):
    label: str
    name: str
    side: str
    nation: str
    type: str
    symbol: str  # SIDC with letters (MIL-STD-2525C), as milsymbol reads it
    echelon: str  # XX, XXX, ...
    formation: str
    ground: str
    ink: str
    band: str  # colour of the formation


class BoardOverlay(TypedDict):
    key: str
    name: str
    letter: str
    kind: OverlayKind
    of: Literal["side", "unit", ""]  # what the overlay needs


class BoardAnswer(TypedDict):
    key: str
    text: str


class BoardQuestion(TypedDict):
    """A question that can have a standing answer (`engine/standing.py`)."""

    key: str
    text: str
    rule: str
    answers: list[BoardAnswer]
    default: str  # the answer that holds until the player gives another one; empty: the player is asked


class Board(TypedDict):
    game: str
    title: str
    lang: str
    grid: BoardGrid
    sides: list[BoardSide]
    units: dict[str, BoardUnit]
    options: dict[str, str]
    keys: dict[str, str]  # option -> the key that picks it
    short: dict[str, str]  # MP and VP as the game abbreviates them
    glossary: dict[str, str]  # abbreviations, spelled out
    flags: dict[str, str]  # explanations of the flags of units
    overlays: list[BoardOverlay]
    standing: list[BoardQuestion]
    terrain: dict[str, str]
    names: dict[str, str]
    rules: dict[str, str]  # titles of the rules


# -- the scene: what is on the table now ------------------------------------------------------------------------------


class Line(TypedDict):
    """A number, its purpose, and the rule that says so."""

    rule: str
    text: str
    value: float


class OddsLine(Line):
    on: Literal["attack", "defence", "column", "roll"]
    """The sum to which the value is added: the strengths, the number of the column (a shift), or the dice."""


class OddsLabels(TypedDict):
    """The names of the two figures and of the column: strengths in an attack, AT strength and armour in a shot."""

    attack: str
    defence: str
    column: str


class OddsResult(TypedDict):
    text: str  # as printed in the table
    rolls: list[int]  # sums of the dice, before any modifier
    share: float
    means: str
    losses: dict[str, float]  # side -> average steps lost


class Chances(TypedDict):
    column: str
    modifier: int  # modifier of the roll
    results: list[OddsResult]
    losses: dict[str, float]  # side -> average steps lost over all results
    least: NotRequired[bool]  # the losses are the least possible: the loser may choose to lose more steps


class Support(Chances):
    """Chances with support that may still be given, or with another unit that might take part."""

    rule: str
    text: str


class Account(TypedDict):
    """The part of odds that does not depend on the die: attackers, defenders, and their strengths."""

    title: str
    hexes: list[str]
    units: list[str]
    labels: OddsLabels
    attack: int
    defence: int
    allowed: bool
    lines: list[OddsLine]
    notes: list[Line]


class Odds(Chances, Account):
    support: list[Support]


class Turn(TypedDict):
    number: int
    of: int
    name: str


class Result(TypedDict):
    key: str
    winner: str
    text: str


class Points(TypedDict):
    value: float
    of: float | None  # the number to reach, if there is one
    text: str  # the meaning of the value
    lines: list[Line]
    ended: Projection  # the result if the game ended now, as far as the seat can tell


class Projection(TypedDict):
    value: float
    text: str


class Objective(TypedDict):
    """A hex that is worth VP."""

    value: float
    side: str | None  # the side that holds it
    danger: bool  # an enemy of that side that the seat sees is in it or beside it


class SceneUnit(TypedDict):
    hex: NotRequired[str]
    box: NotRequired[str]
    label: NotRequired[str]  # if it differs from the board's
    steps: int
    of: int
    factors: str
    flags: list[str]
    top: int  # place in its stack, 0 on top
    rating: NotRequired[str]  # another number in a corner of the counter


class CoverCounter(TypedDict):
    """A counter as it comes out of the box."""

    info: BoardUnit
    state: SceneUnit


class Mark(TypedDict):
    kind: str
    text: str
    letter: str  # shown on the map by the marker; empty: the map has it printed, and only the words explain it


class Marker(TypedDict):
    text: str
    at: int  # number of the cell


class Track(TypedDict):
    name: str
    cells: list[str]
    at: int  # the present level, -1: not on the track, or it does not say
    markers: list[Marker]  # other markers on it


class Box(TypedDict):
    name: str
    lines: list[str]
    units: list[str]
    folded: NotRequired[bool]  # a pool that seldom changes: shown on request


class ScenePick(TypedDict):
    pick: str
    kind: Literal["unit", "hex", "option"]
    text: str
    note: str
    undo: Contract
    cost: NotRequired[float]
    sure: NotRequired[str]  # what is given up for good: to be picked twice
    must: NotRequired[bool]  # it must be picked, now or later


class ChosenOption(TypedDict):
    pick: str
    text: str


class Chosen(TypedDict):
    units: list[str]
    hexes: list[str]
    options: list[ChosenOption]  # chits and similar things, in the order in which they were chosen
    drop: list[str]  # those of all that a click drops again


class AnsweredQuestion(TypedDict):
    """A question that a standing answer has just answered for the seat, and that the seat can still be asked."""

    question: str
    text: str


class SceneHand(TypedDict):
    """The units that the seat is moving."""

    units: list[str]
    ends: bool  # whether the move ends when the seat takes other units
    others: list[str]  # the units that it can take instead


class SceneOffer(TypedDict):
    prompt: str
    rule: str
    picks: list[ScenePick]
    barred: list[ScenePick]  # options that a player expects, and that cannot be picked yet
    chosen: Chosen
    hand: SceneHand | None
    undo: bool
    odds: Odds | None
    standing: str  # the board's question that is asked, if it can have a standing answer
    answered: list[AnsweredQuestion]  # questions that standing answers have answered since the seat's last pick
    main: str  # the option with which most players go on, if there is one
    hover: str  # shown for a unit under the pointer: "reach", the key of its overlay, or empty


class Part(TypedDict):
    """A part of the board, in its coordinates."""

    x: float
    y: float
    width: float
    height: float


class Scene(TypedDict):
    state: int
    seat: int | None
    side: str | None
    title: str
    turn: Turn
    phase: str
    result: Result | None
    points: Points
    units: dict[str, SceneUnit]
    marks: dict[str, list[Mark]]
    owners: dict[str, str]
    objectives: dict[str, Objective]
    tracks: list[Track]
    boxes: list[Box]
    secrets: list[str]
    waiting: list[str]
    offer: SceneOffer | None
    part: NotRequired[Part]  # the part of the board in play, if it is not all of it


class Moment(NamedTuple):
    """The facts in a scene that no position knows: they belong to the game that is being played."""

    state: int = 0
    offer: Offer | None = None
    undo: bool = False
    contracts: Mapping[Pick, Contract] = {}
    waiting: Sequence[str] = ()
    hand: Held | None = None
    drop: Sequence[Pick] = ()
    made: Sequence[Made] = ()
    last: Sequence[Pick] = ()
    """The picks that end the phase although the player has not said so, and that cannot be taken back."""


def moment(
    session: Session[Any], seat: int | None, state: int, sight: Sight[Any] | None = None, made: Sequence[Made] = ()
) -> Moment:
    """The present offer to a seat, and the other facts of its scene; onlookers do not get an offer. Pass the seat's
    sight if you have it already, and what standing answers have just picked for it."""
    asked = waiting(session.game, session.state, seat)
    offer = None if seat is None else session.offer(seat)
    if seat is None or offer is None:
        return Moment(state, waiting=asked)
    drop = chosen_so_far(session, seat)
    contracts = session.contracts(seat, sight)
    last = last_picks(session, seat, contracts)
    return Moment(state, offer, session.can_undo(seat), contracts, asked, held_by(session, seat), drop, made, last)


def quoted(what: object) -> str:
    """What somebody has named, as a refusal repeats it: in one line, and shortened."""
    text = " ".join(str(what).split())
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def waiting(game: Game[Any], state: State, seat: int | None) -> list[str]:
    """The sides that have to decide, as far as a seat may know: while all decide at once and in secret, nobody is told
    who has finished. This uses the real position, since a step may not know what to offer on a redacted one."""
    if state.result:
        return []
    asked = set(game.seats(state)) - {CHANCE}
    if game.decide_together(state):
        asked |= set(range(len(game.sides))) - {seat}
    return [game.sides[game.side_of(state, who)] for who in sorted(asked)]


# -- answers ----------------------------------------------------------------------------------------------------------


class ReachHex(TypedDict):
    cost: float
    left: float
    attack: bool  # whether the unit could attack from there after its move


class Reach(TypedDict):
    unit: str
    hex: str
    points: float
    hexes: dict[str, ReachHex]
    road: dict[str, ReachHex]  # for another kind of movement, if the game has one


class PathStep(TypedDict):
    hex: str
    cost: float
    lines: list[Line]


class Path(TypedDict):
    unit: str
    steps: list[PathStep]
    cost: float
    left: float


class OrderWay(TypedDict):
    """The way that an order takes units that move together."""

    units: list[str]
    hexes: list[str]
    cost: float | None  # MP of the slowest unit


class StaysBehind(TypedDict):
    """Units that cannot do what an order says, and the reason."""

    units: list[str]
    rule: str
    text: str
    ends: NotRequired[bool]  # their move would be the last of the phase: the order is to be confirmed


class OrderLook(TypedDict):
    """The effect that an order would have."""

    ways: list[OrderWay]
    left: list[StaysBehind]


class Area(TypedDict):
    kind: str
    text: str
    hexes: list[str]


class Value(TypedDict):
    text: str
    value: float  # 0 to 1, -1 if nothing can be done


class Overlay(TypedDict):
    overlay: str
    side: str | None
    unit: str | None
    areas: list[Area]
    lines: list[list[str]]
    values: dict[str, Value]
    notes: list[Line]


class HexUnit(TypedDict):
    unit: str
    text: str


class HexAnswer(TypedDict):
    hex: str
    title: str
    lines: list[str]
    units: list[HexUnit]


class Roll(TypedDict):
    """Dice that were thrown, and their result."""

    dice: int  # number of dice
    sides: int  # sides of each die
    total: int
    modifier: int
    column: str
    result: str  # as printed in the table


class LogEntry(TypedDict):
    """A line of the log; its number belongs to the session."""

    text: str
    rules: list[str]
    hexes: list[str]
    units: list[str]
    roll: NotRequired[Roll]
    begins: NotRequired[Literal["turn", "activation", "combat", "other"]]  # what the entry is the heading of


class Presenter(ABC, Generic[S]):
    """Shows one game to people. Everything that depends on the position comes from a `Sight`, so nobody is shown a
    secret."""

    game: Game[S]

    @abstractmethod
    def board(self, lang: str) -> Board: ...

    @abstractmethod
    def counter(self, unit: str, scenario: str, lang: str) -> CoverCounter:
        """A counter of a scenario at full strength, for the box."""

    @abstractmethod
    def guide(self, scenario: str, lang: str) -> Guide:
        """The guide for newcomers to the game and one of its scenarios."""

    @abstractmethod
    def scene(self, sight: Sight[S], now: Moment, lang: str, drawing: Drawing | None = None) -> Scene:
        """The scene for a seat. A drawing reuses the parts of which nothing has changed since it was last used, for the
        same seat in the same language."""

    @abstractmethod
    def chosen_odds(self, sight: Sight[S], offer: Offer, lang: str) -> Odds | None:
        """The odds of the attack whose units and hexes have been chosen so far."""

    @abstractmethod
    def entry(self, sight: Sight[S], event: Event, lang: str, *, is_own: bool = True) -> LogEntry:
        """An event that the seat may know, as a line of the log; `is_own`: the reader was told it at the time."""

    @abstractmethod
    def turn_summary(self, sight: Sight[S], events: Sequence[Event], at: int, lang: str) -> str:
        """What the turn that an event closes has brought; empty if it closes none. The events are all those that the
        reader knows."""

    @abstractmethod
    def reach(self, sight: Sight[S], unit: Unit, lang: str) -> Reach: ...

    @abstractmethod
    def path(self, sight: Sight[S], unit: Unit, hex_: Hex, lang: str) -> Path: ...

    @abstractmethod
    def odds(self, sight: Sight[S], hex_: Hex, units: Sequence[Unit], lang: str) -> Odds:
        """The odds of an attack on a hex; without units, by all units in reach."""

    @abstractmethod
    def throw(self, sight: Sight[S], lang: str) -> Odds | None:
        """The odds of the dice for which the position asks, at that moment; None if it asks for none with odds."""

    def step_points(self) -> Mapping[str, float]:
        """The VP by which a lost step of a side changes the score; empty where VP do not follow from lost steps."""
        return {}

    @abstractmethod
    def overlay(self, sight: Sight[S], key: str, side: Side | None, unit: Unit | None, lang: str) -> Overlay: ...

    @abstractmethod
    def hex(self, sight: Sight[S], hex_: Hex, lang: str) -> HexAnswer: ...

    def ask(self, sight: Sight[S], question: Json, lang: str) -> Json:
        """Answer a client's question. ValueError, in the language, if it makes no sense:

        {what: reach, unit}, {what: path, unit, hex}, {what: odds, hex, units?}, {what: hex, hex}, {what: overlay,
        overlay, side?, unit?}."""
        try:
            return {"what": question.get("what"), **self._answer(sight, question, lang)}
        except ValueError as error:
            raise ValueError(self.game.words.translate(error.args[0], lang)) from None

    def _answer(self, sight: Sight[S], question: Json, lang: str) -> Mapping[str, Any]:
        what = question.get("what")
        if what == "reach":
            return self.reach(sight, self.unit_named(question.get("unit")), lang)
        if what == "path":
            return self.path(sight, self.unit_named(question.get("unit")), self.hex_named(question.get("hex")), lang)
        if what == "odds":
            named = question.get("units") or []
            units = [self.unit_named(name) for name in named] if isinstance(named, list) else [self.unit_named(named)]
            return self.odds(sight, self.hex_named(question.get("hex")), units, lang)
        if what == "hex":
            return self.hex(sight, self.hex_named(question.get("hex")), lang)
        if what == "overlay":
            side, unit = question.get("side"), question.get("unit")
            return self.overlay(
                sight,
                str(question.get("overlay")),
                None if side is None else self.side_named(side),
                None if unit is None else self.unit_named(unit),
                lang,
            )
        raise ValueError(ENGINE.message("engine", "no such question", what=quoted(what)))

    def unit_named(self, name: object) -> Unit:
        if name not in self.game.unit_ids:
            raise ValueError(ENGINE.message("engine", "no such unit", name=quoted(name)))
        return self.game.unit_index(str(name))

    def hex_named(self, name: object) -> Hex:
        if not isinstance(name, str) or not self.game.grid.has(name):
            raise ValueError(ENGINE.message("engine", "no such hex", name=quoted(name)))
        return self.game.grid.index(name)

    def side_named(self, name: object) -> Side:
        if name not in self.game.sides:
            raise ValueError(ENGINE.message("engine", "no such side", name=quoted(name)))
        return Side(self.game.sides.index(str(name)))
