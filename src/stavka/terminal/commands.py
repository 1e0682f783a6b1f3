"""The commands that a player can type at any time; only `undo` changes the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from stavka import games
from stavka.agents import hints
from stavka.agents.levels import USUAL
from stavka.agents.planner import Planner
from stavka.engine.kinds import Unit, indices
from stavka.engine.notation import write_position
from stavka.engine.offer import HEX, UNIT, Pick, Reason
from stavka.engine.record import FIRST_LINE
from stavka.engine.standing import ASK, check, effective, questions
from stavka.engine.words import ENGLISH
from stavka.hexes import Hex
from stavka.scenes.scene import BoardQuestion
from stavka.terminal.chart import Marks
from stavka.terminal.listing import pick_lines
from stavka.terminal.reader import Completion, LineReader

if TYPE_CHECKING:
    from stavka.terminal.table import Table

LOG_LINES: Final = 20


class Command(NamedTuple):
    usage: str
    help: str
    run: Callable[[Table, LineReader, list[str]], None]


def why(table: Table, reader: LineReader, names: list[str]) -> None:
    """Ask the rules why something cannot be picked. For a unit and a hex, the one that comes first is picked on a
    copy."""
    named = list(reader.picks(" ".join(names)))
    if not 1 <= len(named) <= 2:
        raise ValueError("why WORD, or why UNIT HEX")
    game, state = table.session.game, table.session.state
    picks = [reader.pick(name) for name in named]
    if len(picks) == 2:
        first = next((pick for pick in picks if pick in reader.offer), None)
        if first is not None:
            state = state.clone()
            game.apply(state, table.seat, first)
            picks.remove(first)
    reason = game.why(state, table.seat, picks[0])
    table.screen.say(explained(reader, named, picks[0], reason))


def explained(reader: LineReader, named: list[str], pick: Pick, reason: Reason | None) -> str:
    if reason is None:
        return f"{' '.join(named)}: nothing prevents it."
    title = reader.face.catalogue.rules.get(reason.rule)
    return f"{reader.name(pick)}: {reason.text} [{reason.rule}{f', {title.title}' if title else ''}]"


def undo(table: Table, reader: LineReader, names: list[str]) -> None:
    for _ in range(counted(names, 1, "undo [N]")):
        table.undo()


def counted(names: list[str], default: int, usage: str) -> int:
    if not names:
        return default
    if len(names) > 1 or not names[0].isdecimal():
        raise ValueError(usage)
    return int(names[0])


def save(table: Table, reader: LineReader, names: list[str]) -> None:
    """Write the record, with the seed, so that the dice of a loaded game continue and nothing is re-rolled."""
    if len(names) != 1:
        raise ValueError("save FILE")
    path = Path(names[0])
    record = replace(table.session.record, seed=table.session.seed)
    try:
        if path.exists() and not path.read_text("utf-8").startswith(FIRST_LINE):
            raise ValueError(f"{path} exists and is not a record: it is not overwritten")
        path.write_text(record.write(), "utf-8")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    table.saved = len(record.moves)
    table.screen.say(
        f"Saved to {names[0]}: {len(record.moves)} moves. `stavka play {record.game} --load {names[0]}` continues it."
    )


def position(table: Table, reader: LineReader, names: list[str]) -> None:
    """Write the position on one unbroken line: a reader of a report can play on from it."""
    print(write_position(table.session.game, table.session.state), file=table.screen.console.file)


def rules(table: Table, reader: LineReader, names: list[str]) -> None:
    if len(names) != 1:
        raise ValueError("rules 10.4")
    found = reader.face.catalogue.find(names[0])
    if not found:
        raise ValueError(f"there is no rule {names[0]}")
    table.screen.write(Text.assemble((f"{rule.id} {rule.title}. ", "bold"), rule.says) for rule in found)


def odds(table: Table, reader: LineReader, names: list[str]) -> None:
    attack = reader.face.under_attack(reader.sight)
    if names:
        hex_, *units = list(reader.picks(" ".join(names)))
        attack = reader.hex(hex_), sum(1 << unit for unit in {reader.unit(name) for name in units})
    if attack is None:
        raise ValueError("odds HEX [UNIT...]")
    table.screen.say(f"Attack on {reader.face.hex_name(attack[0])}", "bold")
    for line in reader.face.odds(reader.sight, *attack):
        table.screen.write(table.screen.hanging(Text(line)))


def look(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write(reader.face.describe_hex(reader.sight, named_hex(reader, names, "look HEX")))


def stack(table: Table, reader: LineReader, names: list[str]) -> None:
    hex_ = named_hex(reader, names, "stack HEX")
    units = reader.face.stack(reader.sight, hex_)
    lines = [reader.face.describe_unit(reader.sight, unit) for unit in units]
    table.screen.write(lines or [f"There are no units in {reader.face.hex_name(hex_)}."])


def named_hex(reader: LineReader, names: list[str], usage: str) -> Hex:
    """The named hex, or the hex of the named unit."""
    if not names:
        raise ValueError(usage)
    name = " ".join(names)
    try:
        unit = reader.unit(name)
    except ValueError:
        return reader.hex(name)
    return on_map(reader, unit)


def on_map(reader: LineReader, unit: Unit) -> Hex:
    place = reader.face.place(reader.sight, unit)
    if place < 0:
        raise ValueError(f"{reader.name((UNIT, unit))} is not on the map")
    return place


def show_map(table: Table, reader: LineReader, names: list[str]) -> None:
    screen = table.screen
    height, grid = screen.console.height - 2, reader.game.grid
    if names == ["all"]:
        screen.write(screen.map(reader, grid.rows + 1, grid.bits(grid.all)))
    else:
        around = [named_hex(reader, names, "map [HEX]")] if names else []
        screen.write(screen.map(reader, height, around))


def reach(table: Table, reader: LineReader, names: list[str]) -> None:
    if len(names) != 1:
        raise ValueError("reach UNIT")
    unit = reader.unit(names[0])
    place = on_map(reader, unit)
    costs = reader.face.reach(reader.sight, unit)
    screen = table.screen
    part = screen.part([place], screen.console.height - 3)
    marks = Marks(reader.face.side(unit), set(costs) - {place}, costs, chosen={place: unit})
    screen.write(screen.drawn(reader.sight, part, marks))
    screen.say(f"{reader.face.describe_unit(reader.sight, unit)}. The small digits are MP.")


def supply(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write(reader.face.supply(reader.sight))


def points(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write(reader.face.points(reader.sight))


def log(table: Table, reader: LineReader, names: list[str]) -> None:
    lines = counted(names, LOG_LINES, "log [N]")
    events = table.session.log(table.listener())
    table.screen.tell(table.session.state, events[len(events) - min(lines, len(events)) :])


def hand(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write([reader.face.open_counts(reader.sight), *reader.face.secrets(reader.sight)])


def hint(table: Table, reader: LineReader, names: list[str]) -> None:
    """What an officer would do now, from what the player sees."""
    game, offer = table.session.game, table.session.offer(table.seat)
    craft = games.GAMES[game.key].craft
    if not craft or offer is None:
        reason = "there is nothing to propose now" if craft else f"{game.title} has no judgement of its positions"
        raise ValueError(reason)
    table.hints += 1
    planner = Planner(games.part(game.key, craft), game, 0, USUAL)
    found = hints.hint(planner, reader.sight, offer)
    drawn = (
        f"  {', '.join(each['units'])}: {' to '.join(each['hexes'])}"
        if each["units"]
        else f"  attack {each['hexes'][0]}"
        for each in found["arrows"]
        if each["kind"] != "choose"  # the sentence names it
    )
    table.screen.write([found["text"][ENGLISH], *drawn, f"Hints used: {table.hints}"])


def plans(table: Table, reader: LineReader, names: list[str]) -> None:
    """What the computer players were up to, as far as that may be told."""
    nothing = "Nothing can be told yet: plans are told after the game, or where nothing is hidden."
    table.screen.write(table.wanted() or [nothing])


def standing(table: Table, reader: LineReader, names: list[str]) -> None:
    """Give a standing answer or withdraw it; without a question, list the standing answers."""
    game, held = table.session.game, table.standing[table.seat]
    known = questions(game)
    if not names:
        given, asked = effective(game, held), reader.face.board["standing"]
        table.screen.write(line for each in asked for line in question_lines(each, given.get(each["key"], ASK)))
        return
    question, answer = " ".join(names[:-1]), names[-1]
    if answer == ASK and question in known and not known[question].default:
        held.pop(question, None)
    else:
        check(game, question, answer)
        held[question] = answer
    table.changed, table.has_taken_back = True, False


def question_lines(question: BoardQuestion, given: str) -> list[str]:
    """A question and its answers; the answer that holds has a star."""
    answers = {ASK: "ask me each time"} | {answer["key"]: answer["text"] for answer in question["answers"]}
    rule = f" [{question['rule']}]" if question["rule"] else ""
    return [
        f"{question['key']}: {question['text']}{rule}",
        *(f"  {'*' if answer == given else ' '} {answer:12}{text}" for answer, text in answers.items()),
    ]


def list_picks(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write(pick_lines(table.session, reader, table.screen.console.width, most=1000))


def help_(table: Table, reader: LineReader, names: list[str]) -> None:
    table.screen.write(
        [
            "Type a pick: a unit by its label (17Pz) or id, a hex by number or town, a choice by its word; the",
            "beginning is enough where it is clear, and several picks can stand in one line: 17Pz 2634 stop.",
            "(free) can be taken back. (rolls): dice or cup answer, (passes): the other side decides; both are final.",
            *(f"  {command.usage:20}{command.help}" for command in COMMANDS.values()),
        ]
    )


def quit_(table: Table, reader: LineReader, names: list[str]) -> None:
    unsaved = (
        table.keyboard.is_person and table.saved != len(table.session.record.moves) and not table.session.state.result
    )
    if unsaved and not table.leaving:
        table.leaving = True
        table.screen.say("The game is not saved: type `save FILE`, or `quit` again to leave anyway.", "bold yellow")
        return
    table.over = True


COMMANDS: Final = {
    "why": Command("why UNIT HEX", "why something cannot be picked: also why HEX, why WORD", why),
    "undo": Command(
        "undo [N]", "take back your last pick, as long as nothing was rolled, shown or decided since", undo
    ),
    "odds": Command("odds HEX [UNIT...]", "the odds of an attack; without units, by all units in reach", odds),
    "look": Command("look HEX", "terrain, hexsides, zones, supply and units of a hex (or of a unit's hex)", look),
    "stack": Command("stack HEX", "the units in a hex", stack),
    "reach": Command("reach UNIT", "where any unit could move now", reach),
    "map": Command("map [HEX|all]", "the map, around a hex, or all of it", show_map),
    "list": Command("list", "everything that can be picked", list_picks),
    "hand": Command("hand", "what only you know: chits, markers", hand),
    "hint": Command("hint", "what an officer would do now", hint),
    "plans": Command("plans", "what the computer was up to: after the game, or where nothing is hidden", plans),
    "standing": Command("standing [Q ANSWER]", "answer a question once for all, or `ask` again; alone: list", standing),
    "supply": Command("supply", "who is out of supply", supply),
    "vp": Command("vp", "the score, rule by rule", points),
    "log": Command("log [N]", "what has happened", log),
    "rules": Command("rules 10.4", "the text of a rule or paragraph", rules),
    "save": Command("save FILE", "keep the game; `stavka play GAME --load FILE` goes on with it", save),
    "position": Command("position", "the position in one line, for a report; it holds all secrets", position),
    "help": Command("help", "this", help_),
    "quit": Command("quit", "leave the table", quit_),
}


def completions() -> list[Completion]:
    return [Completion(name, command.help) for name, command in COMMANDS.items()]


def is_command(line: str) -> bool:
    return line.split(maxsplit=1)[0].casefold() in COMMANDS


def of_units_and_hexes(reader: LineReader) -> list[Completion]:
    """The words that may follow a command."""
    units = [Completion(reader.name((UNIT, u)), reader.meaning((UNIT, u))) for u in indices(reader.game.unit_ids)]
    towns = [
        Completion(reader.name((HEX, h)), reader.meaning((HEX, h))) for h in reader.all_hexes() if reader.face.town(h)
    ]
    return [*reader.completions(), *units, *towns]
