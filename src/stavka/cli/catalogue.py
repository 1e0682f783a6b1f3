"""`stavka games`, `stavka rules`, `stavka data`: lists of games, rules and data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer
from rich.table import Table
from rich.text import Text

from stavka import games
from stavka.cli.common import AsJson, BadInputError, Overlay, console, indented, read_overlay, write_json
from stavka.engine.catalogue import Catalogue, Rule
from stavka.engine.state import Json

if TYPE_CHECKING:
    from stavka.data import Item

GameKey = Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")]


def add_to(app: typer.Typer) -> None:
    app.command("games")(list_games)
    app.command("rules")(rules)
    app.command("data")(data)


# -- stavka games ---------------------------------------------------------------------------------------------------


def list_games(as_json: AsJson = False) -> None:
    """List the games that can be played."""
    found = [games.about(key) for key in games.GAMES]
    if as_json:
        write_json(found)
        return
    screen = console()
    for game in found:
        screen.print(f"{game['key']}  {game['title']}: {' against '.join(game['sides'])}", style="bold")
        for scenario in game["scenarios"]:
            screen.print(f"  scenario {scenario['key']:14} {scenario['title']}, {scenario['turns']} turns")
        for option in game["options"]:
            screen.print(f"  option   {option:14} {game['option_titles'][option]}")


# -- stavka rules ---------------------------------------------------------------------------------------------------


class Captions(NamedTuple):
    """The headings around the text of a rule."""

    see: str
    example: str
    so: str
    kinds: Mapping[str, str]
    """Words for the kinds of rules, where they differ from those of the catalogue."""


CAPTIONS: Final[Mapping[str, Captions]] = {
    "en": Captions("see", "Example", "So:", {}),
    "es": Captions(
        "véase",
        "Ejemplo",
        "Así:",
        {
            "definition": "definición",
            "rule": "regla",
            "procedure": "procedimiento",
            "setup": "preparación",
            "victory": "victoria",
            "optional": "opcional",
        },
    ),
    "fr": Captions(
        "voir",
        "Exemple",
        "Donc :",
        {
            "definition": "définition",
            "rule": "règle",
            "procedure": "procédure",
            "setup": "mise en place",
            "victory": "victoire",
            "optional": "option",
        },
    ),
}


def rules(
    game: GameKey,
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="A rule, 10.4d, or a paragraph, 10.4.")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Show which rules are missing.")] = False,
    find: Annotated[str, typer.Option("--find", metavar="TEXT", help="Show the rules that contain this text.")] = "",
    lang: Annotated[str, typer.Option("--lang", metavar="LANGUAGE", help="en, es or fr.")] = "en",
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game, in our own words."""
    if coverage:
        report(game, as_json=as_json)
        return
    catalogue = games.catalogue(game).translated(lang)
    found = chosen(catalogue, rule, find)
    if as_json:
        write_json([found_rule._asdict() | {"examples": examples(catalogue, found_rule)} for found_rule in found])
    elif rule or find:
        show_rules(catalogue, found, CAPTIONS.get(lang, CAPTIONS["en"]))
    else:
        show_titles(found)


def chosen(catalogue: Catalogue, rule: str, find: str) -> list[Rule]:
    found = catalogue.find(rule) if rule else list(catalogue.rules.values())
    if not found:
        number = rule.partition(".")[0]
        chapter = [each for each in catalogue.rules if each.partition(".")[0] == number]
        near = f"chapter {number} has {chapter[0]} to {chapter[-1]}" if chapter else "there is no such chapter"
        raise BadInputError(f"no rule {rule!r} in {catalogue.title}: {near}; `stavka rules GAME` lists all rules")
    found = [r for r in found if find.lower() in f"{r.title} {r.says}".lower()]
    if not found:
        raise BadInputError(f"no rule of {catalogue.title} contains {find!r}")
    return found


def examples(catalogue: Catalogue, rule: Rule) -> list[Json]:
    return [example._asdict() for example in catalogue.examples.values() if rule.id in example.rules]


def show_rules(catalogue: Catalogue, found: Iterable[Rule], captions: Captions) -> None:
    screen = console()
    for rule in found:
        kind = captions.kinds.get(rule.kind, rule.kind)
        screen.print(Text.assemble((f"{rule.id}  {rule.title}", "bold"), (f"  {kind}", "dim")))
        indented(screen, rule.says)
        if rule.refs:
            indented(screen, f"{captions.see} {', '.join(rule.refs)}", "dim")
        for example in examples(catalogue, rule):
            text = f"{captions.example} {example['id']}. {example['given']} {captions.so} {example['expect']}"
            indented(screen, text, "italic")


def show_titles(found: Sequence[Rule]) -> None:
    screen = console()
    for rule in found:
        screen.print(f"{rule.id:9}{rule.title}")
    screen.print(f"{len(found)} rules. `stavka rules GAME ID` shows one, or a paragraph; --find TEXT searches.")


def report(game: str, *, as_json: bool) -> None:
    """The coverage of a game's catalogue by code and by checks."""
    from stavka.assurance.ledger import read_ledger

    found = read_ledger(games.folder(game)).coverage(game)
    if as_json:
        write_json(found)
        return
    screen = console()
    lines = {
        "rules": found["total"],
        "carried out by code": found["implemented"],
        "shown by a check that can fail": found["shown"],
        "nothing for code to do": found["descriptive"],
        "not done": len(found["not_done"]),
    }
    for what, count in lines.items():
        screen.print(f"{what:32}{count:4}")
    if found["not_done"]:
        screen.print(f"Not done: {', '.join(found['not_done'])}")


# -- stavka data ----------------------------------------------------------------------------------------------------


def data(
    game: GameKey,
    overlay: Overlay = None,
    every: Annotated[bool, typer.Option("--list", help="List every item with its source.")] = False,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="With --list: only values of this kind.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show where the numbers of a game come from: the rulebook, history, or our own design."""
    files = games.files(game, read_overlay(overlay))
    found: Json = {"values": files.provenance, "files": list(files.names), "hash": files.hash}
    items = [item for item in (*files.listing(), *files.hexmap.listing()) if kind in ("", item.kind)]
    if kind and not items:
        raise BadInputError(f"--kind {kind}: expected one of {', '.join(files.provenance)}")
    if as_json:
        listed = [{**item._asdict(), "kind": item.kind} for item in items]
        write_json({**found, "items": listed} if every or kind else found)
        return
    screen = console()
    screen.print(f"{games.GAMES[game].title}: {', '.join(files.names)}; hash {files.hash}")
    total = sum(files.provenance.values())
    for name, count in files.provenance.items():
        screen.print(f"  {name:14}{count:6}  {count / total:4.0%}")
    if every or kind:
        show_items(items)


def show_items(items: Iterable[Item]) -> None:
    table = Table("item", "source", "values", box=None, pad_edge=False)
    for item in items:
        table.add_row(item.item, item.source, shortened(item.values))
    console().print(table)


def shortened(values: Sequence[str], most: int = 8) -> str:
    more = f" ... {len(values)} in all" if len(values) > most else ""
    return ", ".join(values[:most]) + more
