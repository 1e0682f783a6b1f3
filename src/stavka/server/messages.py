"""The shapes of all requests, answers and messages. OpenAPI and the client's types are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, WithJsonSchema

Word = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Words = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+( [!-~]+)*$")]
Key = Annotated[str, Field(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
SEED_FORM = r"^[0-9A-Za-z._-]{1,64}$"
Side = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z]+$")]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
Name = Annotated[str, Field(min_length=3, max_length=32, pattern=r"^[A-Za-z0-9_.-]+$")]
Password = Annotated[str, Field(min_length=10, max_length=200)]
Email = Annotated[str, Field(max_length=254, pattern=r"^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")]


SceneShape = Annotated[dict[str, Any], WithJsonSchema({"shape": "Scene"})]
"""A scene. `scenes/scene.py` defines its shape; `described` in app.py puts the reference in."""


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Fault(BaseModel):
    """The body of every refusal over HTTP."""

    error: str


# -- HTTP -----------------------------------------------------------------------------------------------------------


class SideInfo(BaseModel):
    key: str
    name: str


class ScenarioInfo(BaseModel):
    key: str
    title: str
    turns: int
    about: str


class OptionInfo(BaseModel):
    key: str
    title: str
    about: str


CounterShape = Annotated[dict[str, Any], WithJsonSchema({"shape": "CoverCounter"})]


class CoverInfo(BaseModel):
    """The contents of a game's box, apart from its picture."""

    period: str
    scale: str
    level: Annotated[int, Field(ge=1, le=5)]
    """The complexity of the game."""
    counters: list[CounterShape]


class GameInfo(BaseModel):
    key: str
    title: str
    about: str
    cover: CoverInfo
    sides: list[SideInfo]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    results: dict[str, str]
    """How a game can end: what each key of a result says."""
    players: list[str]
    """The computer players that can take a seat, the weakest first; before these, the programs of this server's
    operator."""
    usual_player: str
    """The computer player that the page proposes."""


class ExampleInfo(BaseModel):
    """A worked example of a rule: a position, and what the rules say about it."""

    id: str
    given: str
    expect: str


class RuleInfo(BaseModel):
    """A rule in our own words, with its chapter, the rules that it refers to, and the examples that show it."""

    id: str
    chapter: str
    title: str
    text: str
    refs: list[str]
    examples: list[ExampleInfo]


class ClockSetting(Strict):
    """Seconds at the start, and further seconds after each decision."""

    start: Annotated[float, Field(ge=10, le=365 * 86400)]
    increment: Annotated[float, Field(ge=0, le=30 * 86400)] = 0


class NewTable(Strict):
    game: Word
    scenario: Word
    options: dict[Word, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[Side, Word] = Field(max_length=8)
    """For each side: "me", "friend", or the name of a computer player."""
    seed: Annotated[str, Field(pattern=SEED_FORM)] | None = None
    clock: ClockSetting | None = None
    pace: Annotated[int, Field(ge=0, le=60_000)] | None = None
    may_take_back: bool = True


class ImportedTable(Strict):
    record: str
    seats: dict[Side, Word] = Field(max_length=8)
    pace: Annotated[int, Field(ge=0, le=60_000)] | None = None


class MadeTable(BaseModel):
    table: str
    keys: dict[str, str]
    """The secret key of each of my seats; several seats have the same one."""
    invitations: dict[str, str]
    """For the seat of each friend, an invitation to send. The first player to use it gets a key; it works only once."""
    host: str
    """The key of the player who made the table: the key of your seats, if you have any."""
    commitment: str


class SeatInfo(BaseModel):
    side: str
    player: str
    """"person", or the name of a computer player."""
    is_connected: bool
    connections: int
    """How many connections show this seat: more than one if its key is used on several devices."""
    is_invited: bool
    """Whether there is an unused invitation for this seat."""
    is_taken: bool
    """Whether a player has sat down here, or a computer player has the seat: nobody can then be invited."""
    seconds: float | None
    """The seconds left on the clock of this seat."""


class RulesChanged(BaseModel):
    """The server's data or rules differ from those with which the game began: the players have to agree to go on with
    them."""

    what: list[Literal["data", "rules"]]
    agreed: list[str]
    """The sides that have agreed so far."""


class TableInfo(BaseModel):
    table: str
    game: str
    title: str
    scenario: str
    options: dict[str, bool]
    seats: list[SeatInfo]
    turn: int
    waiting: list[str]
    """The seats that have to decide, named by side."""
    result: str
    commitment: str
    seed: str | None
    """The seed of the dice, when the game is over."""
    is_seed_known: bool
    """Whether the player who made the table knows the seed: they chose it, or imported a record that holds it."""
    takebacks: int
    may_take_back: bool
    """Whether a player may ask the other side to allow takebacks beyond undo."""
    pace: int
    hints: int
    """How many hints the players have asked for."""
    can_analyse: bool
    """Whether the game has a judgement of its positions, so that it can be analysed and give hints."""
    clock: ClockSetting | None
    created: float
    changed: RulesChanged | None
    newer: RulesChanged | None
    """The server has newer data than those with which the game goes on: the players may agree to go on with them."""
    data: str | None
    """The fingerprint of the data of the game, if they are not the server's own: its board and map are those with
    `?data=`."""


class MyTable(BaseModel):
    table: str
    game: str
    title: str
    scenario: str
    sides: list[str]
    """The sides that I play."""
    players: dict[str, str]
    is_my_move: bool
    result: str
    turn: int
    updated: float


class NewKey(BaseModel):
    key: str


class Invitation(Strict):
    invitation: Key


class TakenSeat(BaseModel):
    side: str
    key: str
    """The key of this seat, which nobody else has."""


class NotifySetting(Strict):
    email: Email | None


class Credentials(Strict):
    name: Name
    password: Password


class AccountInfo(BaseModel):
    name: str
    csrf: str
    """The token to send as `X-CSRF-Token` with every request that changes something by the right of the cookie."""


class PasswordChange(Strict):
    old: Annotated[str, Field(max_length=200)]
    new: Password


class PasswordProof(Strict):
    password: Annotated[str, Field(max_length=200)]


class SessionInfo(BaseModel):
    """A browser that is logged in."""

    id: str
    created: float
    used: float
    """The last use of the session, to the hour."""
    agent: str
    """Browser and system, as in "Firefox, Linux"; empty if the browser did not say."""
    is_this: bool


class ExportedDevice(BaseModel):
    """A device on which somebody has logged in."""

    created: float
    used: float


class ExportedSeat(BaseModel):
    table: str
    game: str
    scenario: str
    side: str
    email: str | None
    standing: dict[str, str]
    result: str
    created: float
    updated: float


class ExportedLine(BaseModel):
    """A chat message from one of the seats."""

    table: str
    text: str
    at: float


class AccountExport(BaseModel):
    """Everything that is stored about an account, except secrets."""

    name: str
    created: float
    sessions: list[SessionInfo]
    devices: list[ExportedDevice]
    seats: list[ExportedSeat]
    chat: list[ExportedLine]


class Keys(Strict):
    keys: list[Key] = Field(max_length=50)


class Health(BaseModel):
    ok: bool
    mail: bool
    """Whether "your move" can be sent by mail."""


class Ready(BaseModel):
    ok: bool
    wrong: list[str]
    """"database", "database is read-only", "disk", "game KEY"."""


class DiceInfo(BaseModel):
    """Whether the seed of a finished game gives every roll, and matches the published commitment."""

    ok: bool
    rolls: int


class Ok(BaseModel):
    ok: bool = True


# -- WebSocket, from the client -------------------------------------------------------------------------------------


class Said(Strict):
    id: Annotated[str, Field(max_length=64)] | int | None = None


class PickMessage(Said):
    do: Literal["pick"]
    state: Number
    pick: Word


class OrderMessage(Said):
    """Take units in hand, one after the other, and move each to a hex. Without a hex, only take the first unit, with
    those of its hex that can go along; without units, put down the units in hand. `via` is the way that the player has
    drawn; with `towards`, units that cannot reach the hex go as near as they can. The last move of a phase is made only
    with `sure` if nothing could be taken back after it."""

    do: Literal["order"]
    state: Number
    units: Annotated[list[Word], Field(max_length=64)]
    to: Word | None = None
    via: Annotated[list[Word], Field(max_length=64)] = []
    towards: bool = False
    sure: bool = False


class DropMessage(Said):
    """Drop units, hexes or chits that were chosen; without names, drop the units that the column does not need."""

    do: Literal["drop"]
    state: Number
    units: Annotated[list[Word], Field(max_length=64)] = []


class UndoMessage(Said):
    """Take back the last pick, or the last order; with a question, as much as it takes to be asked that question, which
    a standing answer has answered."""

    do: Literal["undo"]
    state: Number
    question: Words | None = None


class WhyMessage(Said):
    do: Literal["why"]
    pick: Word


class AskMessage(Said):
    model_config = ConfigDict(extra="allow", strict=True)

    do: Literal["ask"]
    what: Word


class ShowMessage(Said):
    """Ask for the whole scene, and the log from entry `since` on; without it, the part of the log that this client
    lacks."""

    do: Literal["show"]
    since: Number | None = None


class ChatMessage(Said):
    do: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class TypingMessage(Said):
    """The player is typing a message: the other players see that for some seconds."""

    do: Literal["typing"]


class ResignMessage(Said):
    do: Literal["resign"]


class DrawMessage(Said):
    do: Literal["draw"]
    answer: bool = True
    """Whether to accept; false declines the other side's offer."""


class TakebackMessage(Said):
    do: Literal["takeback"]
    answer: bool = True


class AgreeMessage(Said):
    """Go on with the server's data or rules, which differ from those with which the game began."""

    do: Literal["agree"]


class PaceMessage(Said):
    do: Literal["pace"]
    ms: Annotated[int, Field(ge=0, le=60_000)]


class SkipMessage(Said):
    do: Literal["skip"]


class HurryMessage(Said):
    """The computer player that thinks should decide now, among what it has tried so far."""

    do: Literal["hurry"]


class SitMessage(Said):
    """Show this seat, for a key that holds several."""

    do: Literal["sit"]
    side: Side


class StandingMessage(Said):
    """A standing answer to a question of the board; without an answer, the question is asked again."""

    do: Literal["standing"]
    question: Words
    answer: Word | None = None


class PastMessage(Said):
    """Ask for the scene after a number of picks; scenes of another side only when the game is over. With `logged`, ask
    for the first scene with at least so many entries in the log, whatever `at` says."""

    do: Literal["past"]
    at: Annotated[int, Field(ge=0, le=1_000_000)]
    logged: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    side: Side | None = None


class StoryMessage(Said):
    """Ask for the story of the game so far: turns, activations and combats, points over time, and at the end the luck
    of the dice."""

    do: Literal["story"]


class AnalyseMessage(Said):
    """Ask for the analysis of the game: the stored one, or a new one that is begun now. `stop` ends the one under way
    with what it has found; `again` begins a new one in place of an unfinished one."""

    do: Literal["analyse"]
    stop: bool = False
    again: bool = False


class HintMessage(Said):
    """Ask what the planner would do now, in solo play; the hint comes as a message of its own."""

    do: Literal["hint"]


class PlansMessage(Said):
    """Ask what the computer players were up to: all plans when the game is over, before that those that tell nothing
    hidden."""

    do: Literal["plans"]


FromClient = Annotated[
    PickMessage
    | OrderMessage
    | DropMessage
    | UndoMessage
    | WhyMessage
    | AskMessage
    | ShowMessage
    | ChatMessage
    | TypingMessage
    | ResignMessage
    | DrawMessage
    | TakebackMessage
    | AgreeMessage
    | PaceMessage
    | SkipMessage
    | HurryMessage
    | SitMessage
    | StandingMessage
    | PastMessage
    | StoryMessage
    | AnalyseMessage
    | HintMessage
    | PlansMessage,
    Field(discriminator="do"),
]
FROM_CLIENT: TypeAdapter[Any] = TypeAdapter(FromClient)


# -- WebSocket, from the server -------------------------------------------------------------------------------------


class ObjectPatch(Strict):
    """The changes of an object: keys with new values, keys that are gone, and keys whose values are patched."""

    set: dict[str, Any] = {}
    drop: list[str] = []
    in_: dict[str, Patch] = Field(default={}, alias="in")


class ListPatch(Strict):
    """The changes of a list: from `at` on, so many items are cut out, and these are put in."""

    at: int
    cut: int
    put: list[Any]


Patch = ObjectPatch | ListPatch


class ScenePatch(BaseModel):
    """The changes since the scene of the state `base`, the last scene that this connection was sent."""

    base: int
    changes: ObjectPatch


class EntryCard(BaseModel):
    """The card to which an entry belongs: a combat, a draw, the weather. `engine/events.py` describes the parts."""

    first: int
    """The entry that begins the card."""
    kind: str
    part: Literal["opens", "before", "decides", "check", "after"]


class Entry(BaseModel):
    n: int
    text: str
    rules: list[str]
    hexes: list[str]
    units: list[str]
    roll: Annotated[dict[str, Any], WithJsonSchema({"shape": "Roll"})] | None = None
    begins: Literal["turn", "activation", "combat", "other"] | None = None
    """The kind of part that the entry is the heading of; "other": a combat has ended before it."""
    odds: Annotated[dict[str, Any], WithJsonSchema({"shape": "Odds"})] | None = None
    """The odds of the dice, as this seat saw them; only for the last throws."""
    summary: str | None = None
    """What the turn that ends with this entry has brought."""
    card: EntryCard | None = None


class LogPart(BaseModel):
    """The log from entry `from` on; it replaces what the client had from there on."""

    from_: int = Field(alias="from")
    entries: list[Entry]


class Answered(BaseModel):
    id: str | int | None
    left: list[Annotated[dict[str, Any], WithJsonSchema({"shape": "StaysBehind"})]] | None = None
    """After an order: the units that stay behind."""


class Over(BaseModel):
    result: str
    seed: str


class UpdateSent(BaseModel):
    """Everything that a change brings for this connection: the scene or its changes, the new part of the log, the
    message of the client that this answers, and the end of the game."""

    is_: Literal["update"] = Field(alias="is")
    state: int
    scene: SceneShape | None = None
    patch: ScenePatch | None = None
    log: LogPart | None = None
    answer: Answered | None = None
    over: Over | None = None


class AnswerSent(BaseModel):
    model_config = ConfigDict(extra="allow")

    is_: Literal["answer"] = Field(alias="is")
    id: str | int | None
    what: str | None = None
    """The question that is answered, if it was one: `Answers` lists the answer of each question."""


class RefusedSent(BaseModel):
    is_: Literal["refused"] = Field(alias="is")
    id: str | int | None
    rule: str
    text: str
    state: int


class ChatSent(BaseModel):
    is_: Literal["chat"] = Field(alias="is")
    n: int
    side: str | None
    """The side that wrote the line; null: a note from the server."""
    text: str
    at: float


class TypingSent(BaseModel):
    """A player of another side is typing a message."""

    is_: Literal["typing"] = Field(alias="is")
    side: str


class ThinkingSent(BaseModel):
    is_: Literal["thinking"] = Field(alias="is")
    side: str
    share: float


class AnalysingSent(BaseModel):
    """How far the analysis of the game is; when it is done, `analyse` gives it."""

    is_: Literal["analysing"] = Field(alias="is")
    share: float
    done: bool


class HintArrow(BaseModel):
    """Units that move from hex to hex, or an attack on a hex."""

    kind: Literal["move", "attack"]
    hexes: list[str]
    units: list[str]


class HintSent(BaseModel):
    """A hint: a sentence, and arrows for the map. `state` is the state for which it was made."""

    is_: Literal["hint"] = Field(alias="is")
    state: int
    side: str
    text: str
    arrows: list[HintArrow]


class QueuedSent(BaseModel):
    """The computer players of this table wait for their turn, as a sentence says. The next scene or thought ends the
    wait."""

    is_: Literal["queued"] = Field(alias="is")
    text: str


class TableSent(BaseModel):
    """Public facts outside the position: who is there, clocks, proposals."""

    is_: Literal["table"] = Field(alias="is")
    table: TableInfo
    mine: list[str]
    is_host: bool
    """Whether this connection may invite players."""
    draw: str | None
    takeback: str | None
    standing: dict[str, dict[str, str]]
    """The standing answers of my seats, by side and question."""


class WhyAnswer(BaseModel):
    """The answer to `why`."""

    pick: str
    offered: bool
    rule: str
    text: str


class PastAnswer(BaseModel):
    """The answer to `past`: the scene after `at` of `last` picks, and the length of the log at that point."""

    at: int
    last: int
    scene: SceneShape
    logged: int


class StoryMark(BaseModel):
    """A place to which a replay can jump: a turn, an activation, a combat."""

    page: int
    kind: str
    text: str


class StoryPoint(BaseModel):
    page: int
    turn: int
    value: float


class StoryThrow(BaseModel):
    """Dice that were thrown at odds: the steps that they cost each side, the average cost, and the difference."""

    page: int
    title: str
    die: int
    result: str
    share: float
    losses: dict[str, float]
    expected: dict[str, float]
    swing: dict[str, float]


class StoryLoss(BaseModel):
    """The steps that each side lost by a pick and the dice that followed it."""

    page: int
    lost: dict[str, int]


class StoryAnswer(BaseModel):
    """The answer to `story`. `page` counts picks, as `at` of `past` does; throws and losses are included when the game
    is over. `step_points` are the VP that a lost step of a side changes the score by, where the rules say so."""

    last: int
    marks: list[StoryMark]
    points: list[StoryPoint]
    throws: list[StoryThrow]
    losses: list[StoryLoss]
    step_points: dict[str, float]


class Expected(BaseModel):
    """What a side can expect: the chance to win, and points at the end as the side counts them."""

    chance: float
    points: float


class AnalysisPoint(BaseModel):
    page: int
    turn: int
    side: str | None
    """The side whose activation begins here."""
    seen: dict[str, Expected]
    """What each side expected from what it saw."""
    truth: dict[str, Expected] | None


class AnalysisThrow(BaseModel):
    """A throw or a draw: the chance to win and the points that it brought each side beyond the exact expectation."""

    page: int
    text: str
    luck: dict[str, float]
    points: dict[str, float]


class AnalysisDecision(BaseModel):
    """What a side did, beside what the planner would have done: the difference in the chance to win on the same
    imagined futures, its standard error, and the difference in points."""

    page: int
    last: int
    """The page at which the activation ended."""
    turn: int
    side: str
    moved: int
    """How many units moved."""
    attacks: list[str]
    """The attacked hexes."""
    plan: str
    done: float
    planned: float
    difference: float
    error: float
    points: float


class LuckSum(BaseModel):
    chance: float
    points: float
    throws: int


class SkillSum(BaseModel):
    difference: float
    error: float
    points: float
    decisions: int
    of: int
    """The number of decisions of this side; `decisions` of them have been looked at."""


class AnalysisFound(BaseModel):
    level: str
    futures: int
    whole: bool
    """Whether the whole truth and the dice are told: when the game is over."""
    complete: bool
    sides: list[str]
    curve: list[AnalysisPoint]
    marks: list[StoryMark]
    throws: list[AnalysisThrow]
    """The throws that mattered most."""
    luck: dict[str, LuckSum]
    decisions: list[AnalysisDecision]
    """The greatest differences first."""
    skill: dict[str, SkillSum]


class AnalysisAnswer(BaseModel):
    """The answer to `analyse`: whether one is under way, how far it is, and the analysis of the present position."""

    running: bool
    share: float
    found: AnalysisFound | None


class PlanTold(BaseModel):
    page: int
    side: str
    text: str


class PlansAnswer(BaseModel):
    plans: list[PlanTold]


class Answers(BaseModel):
    """The answer to each question; the answer's `what` names the question."""

    why: WhyAnswer
    past: PastAnswer
    story: StoryAnswer
    analyse: AnalysisAnswer
    plans: PlansAnswer
    reach: Annotated[dict[str, Any], WithJsonSchema({"shape": "Reach"})]
    path: Annotated[dict[str, Any], WithJsonSchema({"shape": "Path"})]
    order: Annotated[dict[str, Any], WithJsonSchema({"shape": "OrderLook"})]
    odds: Annotated[dict[str, Any], WithJsonSchema({"shape": "Odds"})]
    overlay: Annotated[dict[str, Any], WithJsonSchema({"shape": "Overlay"})]
    hex: Annotated[dict[str, Any], WithJsonSchema({"shape": "HexAnswer"})]


FromServer = (
    UpdateSent
    | AnswerSent
    | RefusedSent
    | ChatSent
    | TypingSent
    | ThinkingSent
    | AnalysingSent
    | HintSent
    | QueuedSent
    | TableSent
)
FROM_SERVER: TypeAdapter[Any] = TypeAdapter(Annotated[FromServer, Field(discriminator="is_")])

SPOKEN: dict[str, TypeAdapter[Any]] = {
    "ClientMessage": FROM_CLIENT,
    "ServerMessage": FROM_SERVER,
    "Answers": TypeAdapter(Answers),
}
"""The messages of the WebSocket, for OpenAPI."""
