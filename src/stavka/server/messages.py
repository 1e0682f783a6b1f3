"""The shapes of what comes in and goes out. OpenAPI and the client's types are made of these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, WithJsonSchema

Word = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Key = Annotated[str, Field(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
SEED_FORM = r"^[0-9A-Za-z._-]{1,64}$"
Side = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z]+$")]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
Name = Annotated[str, Field(min_length=3, max_length=32, pattern=r"^[A-Za-z0-9_.-]+$")]
Password = Annotated[str, Field(min_length=10, max_length=200)]
Email = Annotated[str, Field(max_length=254, pattern=r"^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$")]


SceneShape = Annotated[dict[str, Any], WithJsonSchema({"shape": "Scene"})]
"""`scenes/scene.py` defines it; `described` in app.py puts the reference in."""


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Fault(BaseModel):
    """Every refusal over HTTP."""

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
    """What is on the box of a game, beside its picture."""

    period: str
    scale: str
    level: Annotated[int, Field(ge=1, le=5)]
    """How much there is to learn."""
    counters: list[CounterShape]


class GameInfo(BaseModel):
    key: str
    title: str
    about: str
    cover: CoverInfo
    sides: list[SideInfo]
    scenarios: list[ScenarioInfo]
    options: list[OptionInfo]
    players: list[str]
    """The programs that can take a seat."""


class ExampleInfo(BaseModel):
    """A worked example of a rule: a position, and what the rules say of it."""

    id: str
    given: str
    expect: str


class RuleInfo(BaseModel):
    """A rule in our own words, the rules that it refers to, and the examples that show it."""

    id: str
    title: str
    text: str
    refs: list[str]
    examples: list[ExampleInfo]


class ClockSetting(Strict):
    """Seconds at the start, and seconds more after each decision."""

    start: Annotated[float, Field(ge=10, le=365 * 86400)]
    increment: Annotated[float, Field(ge=0, le=30 * 86400)] = 0


class NewTable(Strict):
    game: Word
    scenario: Word
    options: dict[Word, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[Side, Word] = Field(max_length=8)
    """For each side: "me", "friend", or the name of a program."""
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
    """For the seat of each friend an invitation to send: the first to take it gets a key, and it is used up."""
    host: str
    """The key of the player who made the table: that of your seats, if you have any."""
    commitment: str


class SeatInfo(BaseModel):
    side: str
    player: str
    """"person", or the name of a program."""
    is_connected: bool
    connections: int
    """How many connections show this seat: more than one where its key is used on several devices."""
    is_invited: bool
    """Whether there is an invitation that nobody has used yet."""
    is_taken: bool
    """Whether a player has sat down here, or a program has the seat: nobody can be invited."""
    seconds: float | None
    """What is left on its clock."""


class RulesChanged(BaseModel):
    """The server has other data or rules than those with which the game began: the players have to agree to them."""

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
    """When the game is over."""
    is_seed_known: bool
    """Whether whoever made the table knows the seed: a record was imported, or the seed chosen."""
    takebacks: int
    may_take_back: bool
    """Whether one may ask the other side to let one take back further than undo goes."""
    pace: int
    clock: ClockSetting | None
    created: float
    changed: RulesChanged | None


class MyTable(BaseModel):
    table: str
    game: str
    title: str
    scenario: str
    sides: list[str]
    """Mine."""
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
    """Of this seat, and nobody else has it."""


class NotifySetting(Strict):
    email: Email | None


class Credentials(Strict):
    name: Name
    password: Password


class AccountInfo(BaseModel):
    name: str
    csrf: str
    """To be sent as `X-CSRF-Token` with every request that changes something by the right of the cookie."""


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
    """Its last use, to the hour."""
    agent: str
    """Browser and system, as in "Firefox, Linux"; empty when it did not say."""
    is_this: bool


class ExportedDevice(BaseModel):
    """A device where somebody has logged in."""

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
    """A message that was said from one of the seats."""

    table: str
    text: str
    at: float


class AccountExport(BaseModel):
    """Everything that is stored about an account, without what is secret."""

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
    """Whether every roll of a game that is over is the one that its seed gives, and the seed the promised one."""

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
    """Take units in hand, one after the other, and move each to a hex. Without a hex the first is only taken, with
    those of its hex that can go along; without units what is in hand is put down. `via` is the way that the player has
    drawn; with `towards` units that cannot reach the hex go as near as they can."""

    do: Literal["order"]
    state: Number
    units: Annotated[list[Word], Field(max_length=64)]
    to: Word | None = None
    via: Annotated[list[Word], Field(max_length=64)] = []
    towards: bool = False


class DropMessage(Said):
    """Take units, hexes or chits out again that were chosen; without names the units that the column does not need."""

    do: Literal["drop"]
    state: Number
    units: Annotated[list[Word], Field(max_length=64)] = []


class UndoMessage(Said):
    do: Literal["undo"]
    state: Number


class WhyMessage(Said):
    do: Literal["why"]
    pick: Word


class AskMessage(Said):
    model_config = ConfigDict(extra="allow", strict=True)

    do: Literal["ask"]
    what: Word


class ShowMessage(Said):
    """Tell me the whole scene, and the log from entry `since` on: without it what I do not have."""

    do: Literal["show"]
    since: Number | None = None


class ChatMessage(Said):
    do: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=1000)]


class TypingMessage(Said):
    """The player writes a message: the other players see it for some seconds."""

    do: Literal["typing"]


class ResignMessage(Said):
    do: Literal["resign"]


class DrawMessage(Said):
    do: Literal["draw"]
    answer: bool = True
    """False: the other side's offer is declined."""


class TakebackMessage(Said):
    do: Literal["takeback"]
    answer: bool = True


class AgreeMessage(Said):
    """Go on with other data or rules than those with which the game began."""

    do: Literal["agree"]


class PaceMessage(Said):
    do: Literal["pace"]
    ms: Annotated[int, Field(ge=0, le=60_000)]


class SkipMessage(Said):
    do: Literal["skip"]


class SitMessage(Said):
    """For a key that holds several seats: show this one."""

    do: Literal["sit"]
    side: Side


class StandingMessage(Said):
    """A standing answer to a question of the board; without an answer one is asked again."""

    do: Literal["standing"]
    question: Word
    answer: Word | None = None


class PastMessage(Said):
    """The scene after so many picks; of another side than one's own when the game is over."""

    do: Literal["past"]
    at: Annotated[int, Field(ge=0, le=1_000_000)]
    side: Side | None = None


class StoryMessage(Said):
    """The story of the game so far: turns, activations and combats, points over time, and at the end the luck of the
    dice."""

    do: Literal["story"]


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
    | SitMessage
    | StandingMessage
    | PastMessage
    | StoryMessage,
    Field(discriminator="do"),
]
FROM_CLIENT: TypeAdapter[Any] = TypeAdapter(FromClient)


# -- WebSocket, from the server -------------------------------------------------------------------------------------


class ObjectPatch(Strict):
    """What is different in an object: keys with new values, keys that are gone, keys whose values are patched."""

    set: dict[str, Any] = {}
    drop: list[str] = []
    in_: dict[str, Patch] = Field(default={}, alias="in")


class ListPatch(Strict):
    """What is different in a list: from `at` on so many are cut out, and these put in."""

    at: int
    cut: int
    put: list[Any]


Patch = ObjectPatch | ListPatch


class ScenePatch(BaseModel):
    """What has changed since the scene of the state `base`, which is the last that this connection was sent."""

    base: int
    changes: ObjectPatch


class EntryCard(BaseModel):
    """The card to which an entry belongs: a combat, a draw, the weather. `engine/events.py` says what the parts are."""

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
    """What the entry is the heading of; other: a combat has ended before it."""
    odds: Annotated[dict[str, Any], WithJsonSchema({"shape": "Odds"})] | None = None
    """What the dice were thrown at, as this seat saw it, for the last throws."""
    card: EntryCard | None = None


class LogPart(BaseModel):
    """The log from entry `from` on; what the client had from there on is replaced."""

    from_: int = Field(alias="from")
    entries: list[Entry]


class Answered(BaseModel):
    id: str | int | None
    left: list[Annotated[dict[str, Any], WithJsonSchema({"shape": "StaysBehind"})]] | None = None
    """Of an order: who stays behind."""


class Over(BaseModel):
    result: str
    seed: str


class UpdateSent(BaseModel):
    """Everything that a change has brought for this connection: the whole scene or what has changed in it, what is new
    in the log, which message of the client's this answers, and the end of the game."""

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
    """The question that is answered, where it was one: `Answers` says with what."""


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
    """None: a note of the server's."""
    text: str
    at: float


class TypingSent(BaseModel):
    """A player of another side writes a message."""

    is_: Literal["typing"] = Field(alias="is")
    side: str


class ThinkingSent(BaseModel):
    is_: Literal["thinking"] = Field(alias="is")
    side: str
    share: float


class QueuedSent(BaseModel):
    """The programs of this table wait for their turn; a sentence says so. The next scene or thought ends it."""

    is_: Literal["queued"] = Field(alias="is")
    text: str


class TableSent(BaseModel):
    """Public facts that are no part of the position: who is there, clocks, what has been proposed."""

    is_: Literal["table"] = Field(alias="is")
    table: TableInfo
    mine: list[str]
    is_host: bool
    """Whether this connection may invite players."""
    draw: str | None
    takeback: str | None
    standing: dict[str, dict[str, str]]
    """The standing answers of the seats that are mine, by side and question."""


class WhyAnswer(BaseModel):
    """What follows `why`."""

    pick: str
    offered: bool
    rule: str
    text: str


class PastAnswer(BaseModel):
    """What follows `past`: the scene after `at` of `last` picks, and how much of the log there was."""

    at: int
    last: int
    scene: SceneShape
    logged: int


class StoryMark(BaseModel):
    """Something to jump to in a replay: a turn, an activation, a combat."""

    page: int
    kind: str
    text: str


class StoryPoint(BaseModel):
    page: int
    turn: int
    value: float


class StoryThrow(BaseModel):
    """Dice that were thrown at odds: what they cost each side in steps, what they cost on average, and the
    difference."""

    page: int
    title: str
    die: int
    result: str
    share: float
    losses: dict[str, float]
    expected: dict[str, float]
    swing: dict[str, float]


class StoryAnswer(BaseModel):
    """What follows `story`. `page` counts picks, as `at` of `past` does; throws are told when the game is over."""

    last: int
    marks: list[StoryMark]
    points: list[StoryPoint]
    throws: list[StoryThrow]


class Answers(BaseModel):
    """What each question is answered with; the answer's `what` names the question."""

    why: WhyAnswer
    past: PastAnswer
    story: StoryAnswer
    reach: Annotated[dict[str, Any], WithJsonSchema({"shape": "Reach"})]
    path: Annotated[dict[str, Any], WithJsonSchema({"shape": "Path"})]
    order: Annotated[dict[str, Any], WithJsonSchema({"shape": "OrderLook"})]
    odds: Annotated[dict[str, Any], WithJsonSchema({"shape": "Odds"})]
    overlay: Annotated[dict[str, Any], WithJsonSchema({"shape": "Overlay"})]
    hex: Annotated[dict[str, Any], WithJsonSchema({"shape": "HexAnswer"})]


FromServer = UpdateSent | AnswerSent | RefusedSent | ChatSent | TypingSent | ThinkingSent | QueuedSent | TableSent
FROM_SERVER: TypeAdapter[Any] = TypeAdapter(Annotated[FromServer, Field(discriminator="is_")])

SPOKEN: dict[str, TypeAdapter[Any]] = {
    "ClientMessage": FROM_CLIENT,
    "ServerMessage": FROM_SERVER,
    "Answers": TypeAdapter(Answers),
}
"""What goes over the WebSocket, for OpenAPI."""
