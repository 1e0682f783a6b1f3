"""The possible picks as lines of text, each with a note and its effect on undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from stavka.engine.kinds import options_in, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Pick
from stavka.engine.session import FREE, PASSES, ROLLS, Contract, Session
from stavka.terminal.reader import LineReader

MOST_LINES: Final = 3
MORE: Final = " and {} more"
STYLES: Final = {FREE: "green", ROLLS: "bold yellow", PASSES: "bold magenta"}


def pick_lines(session: Session[Any], reader: LineReader, width: int, most: int = MOST_LINES) -> Iterator[Text]:
    """Units, hexes and choices, with a limit on the lines of each."""
    offer = reader.offer
    kinds: dict[str, list[Pick]] = {
        "units": [(UNIT, unit) for unit in units_in(offer.units)],
        "hexes": [(HEX, hex_) for hex_ in reader.game.grid.bits(offer.hexes)],
        "choices": [(OPTION, option) for option in options_in(offer.options)],
    }
    contracts = session.contracts(offer.seat)
    for title, picks in kinds.items():
        if picks:
            yield from kind_lines(contracts, reader, width, title, picks, most)


def kind_lines(
    known: Mapping[Pick, Contract], reader: LineReader, width: int, title: str, picks: Sequence[Pick], most: int
) -> Iterator[Text]:
    """The picks of one kind. The most common effect on undo is named once; for choices it is named each time."""
    contracts = [known[pick] for pick in picks]
    common = "" if title == "choices" else Counter(contracts).most_common(1)[0][0]
    texts = [
        pick_text(reader, pick, "" if contract == common else contract)
        for pick, contract in zip(picks, contracts, strict=True)
    ]
    line = Text(f"  {title:8}")
    if common:
        line.append(f"({common}) ", STYLES[common])
    yield from filled(line, texts, width, most)


def pick_text(reader: LineReader, pick: Pick, contract: str) -> Text:
    name, note = reader.name(pick), reader.note(pick)
    text = Text.assemble((name, "bold"), (f" {note}" if note.casefold() not in ("", name) else "", "dim"))
    if contract:
        text.append(f" ({contract})", STYLES[contract])
    return text


def filled(line: Text, texts: Sequence[Text], width: int, most: int) -> Iterator[Text]:
    """Texts set in lines one after the other."""
    for at, text in enumerate(texts):
        spare = len(MORE) if most == 1 else 0
        if at and line.cell_len + text.cell_len + 3 + spare > width:
            if most == 1:
                yield Text.assemble(line, (MORE.format(len(texts) - at), "dim"))
                return
            most -= 1
            yield line
            line = Text(" " * 10)
        elif at:
            line.append(" | ", "dim")
        line.append(text)
    yield line
