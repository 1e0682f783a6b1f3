"""What the player sees: the map around the action, what has happened, the decision and what can be picked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from stavka.engine.agent import Sight
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, members
from stavka.engine.session import FREE, PASSES, ROLLS, Session
from stavka.engine.state import Event
from stavka.terminal.canvas import PLAIN
from stavka.terminal.chart import Marks, Window, draw, window
from stavka.terminal.face import Face

LEAST_MAP: Final = 9
MOST_NEWS, MOST_PICK_LINES = 8, 3
MORE: Final = " and {} more"
WIDE: Final = 120
"""From this many columns on, cells are wide."""
STYLES: Final = {FREE: "green", ROLLS: "bold yellow", PASSES: "bold magenta"}


class Screen:
    def __init__(self, face: Face, console: Console) -> None:
        self.face, self.game, self.console = face, face.game, console
        self.colour = console.is_terminal and console.color_system is not None and not console.no_color
        self.utf8 = "utf" in (console.encoding or "")

    # -- writing ----------------------------------------------------------------------------------------------------

    def write(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            text = line if isinstance(line, Text) else Text(line)
            if not self.utf8:
                text = Text.assemble(
                    *((part.text.translate(PLAIN), part.style or "") for part in text.render(self.console))
                )
            self.console.print(text, highlight=False)

    def tell(self, state: Any, events: Iterable[Event]) -> None:
        for event in events:
            self.write(self.sentence(state, event))

    def say(self, text: str, style: str = "") -> None:
        if text:
            self.write([Text(text, style)])

    def wipe(self) -> None:
        """Clear the screen and whatever has scrolled off it: the next player must not see it."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            sys.stdout.flush()

    # -- the whole screen -------------------------------------------------------------------------------------------

    def show(
        self, session: Session[Any], sight: Sight[Any], offer: Offer, news: Sequence[Event], *, open_: bool
    ) -> None:
        """Everything, as large as the terminal is. `open_`: the other player may be looking."""
        head, foot = self.head(sight, open_=open_), self.foot(session, sight, offer, news)
        self.console.clear()
        height = self.console.height - len(head) - self.height(foot) - 2
        self.write([*head, *self.map(sight, offer, max(height, LEAST_MAP)), *foot])

    def brief(self, session: Session[Any], sight: Sight[Any], offer: Offer, news: Sequence[Event]) -> None:
        """The same without the map: for a pipe."""
        self.write(self.foot(session, sight, offer, news, most_news=len(news)))

    def height(self, lines: Sequence[Text]) -> int:
        return sum(len(line.wrap(self.console, self.console.width)) for line in lines)

    def head(self, sight: Sight[Any], *, open_: bool) -> list[Text]:
        title = Text(f"{self.game.title} | {self.face.title(sight)}", "bold reverse" if self.colour else "")
        title.truncate(self.console.width, overflow="ellipsis", pad=self.colour)
        lines = [self.face.open_counts(sight)]
        if not open_:
            lines.append("; ".join(self.face.secrets(sight)))
        return [title, *(Text(line, "dim", no_wrap=True, overflow="ellipsis") for line in lines)]

    def foot(
        self, session: Session[Any], sight: Sight[Any], offer: Offer, news: Sequence[Event], most_news: int = MOST_NEWS
    ) -> list[Text]:
        side = self.game.sides[self.game.side_of(session.state, sight.seat)].capitalize()
        prompt = Text(f"{side}: {self.game.prompt(session.state)}", "bold")
        if session.can_undo(sight.seat):
            prompt.append("  (undo is possible)", "not bold green")
        return [
            *self.news(session.state, news, most_news),
            *self.attack(sight),
            prompt,
            *self.picks(session, sight, offer),
        ]

    def news(self, state: Any, events: Sequence[Event], most: int) -> Iterator[Text]:
        if len(events) > most:
            yield Text(f"... {len(events) - most} lines before these: `log` shows them", "dim")
        for event in events[max(0, len(events) - most) :]:
            yield from self.sentence(state, event)

    def sentence(self, state: Any, event: Event) -> Iterator[Text]:
        """An event with the rules that it applied."""
        text = Text.assemble(self.game.say(state, event), (f" [{', '.join(event.rules)}]", "dim"))
        return self.hanging(text)

    def hanging(self, text: Text) -> Iterator[Text]:
        """A paragraph whose lines after the first are set in."""
        for at, line in enumerate(text.wrap(self.console, self.console.width - 4)):
            line.rstrip()
            yield Text.assemble("    " if at else "  ", line)

    def attack(self, sight: Sight[Any]) -> Iterator[Text]:
        """The attack that is being declared, reckoned through."""
        attack = self.face.under_attack(sight)
        if attack and attack[1]:
            for line in self.face.odds(sight, *attack):
                yield from self.hanging(Text(line, "cyan"))

    # -- picks ------------------------------------------------------------------------------------------------------

    def picks(
        self, session: Session[Any], sight: Sight[Any], offer: Offer, most: int = MOST_PICK_LINES
    ) -> Iterator[Text]:
        units = [(UNIT, unit) for unit in members(offer.units)]
        hexes = [(HEX, hex_) for hex_ in self.game.grid.bits(offer.hexes)]
        options = [(OPTION, option) for option in members(offer.options)]
        for title, picks in (("units", units), ("hexes", hexes), ("choices", options)):
            if picks:
                yield from self.pick_lines(session, sight, offer, title, picks, most)

    def pick_lines(
        self, session: Session[Any], sight: Sight[Any], offer: Offer, title: str, picks: Sequence[Pick], most: int
    ) -> Iterator[Text]:
        """The picks of a kind, as many as there is room for; what they do to undo, once where most do the same."""
        contracts = [session.contract(sight.seat, pick) for pick in picks]
        common = "" if title == "choices" else Counter(contracts).most_common(1)[0][0]
        words = [
            self.pick_text(sight, offer, pick, "" if contract == common else contract)
            for pick, contract in zip(picks, contracts, strict=True)
        ]
        line = Text(f"  {title:8}")
        if common:
            line.append(f"({common}) ", STYLES[common])
        yield from self.filled(line, words, most)

    def filled(self, line: Text, words: Sequence[Text], most: int) -> Iterator[Text]:
        """Words set in lines, at most so many."""
        for at, word in enumerate(words):
            spare = len(MORE) if most == 1 else 0
            if at and line.cell_len + word.cell_len + 3 + spare > self.console.width:
                most -= 1
                if not most:
                    yield Text.assemble(line, (MORE.format(len(words) - at), "dim"))
                    return
                yield line
                line = Text(" " * 10)
            elif at:
                line.append(" | ", "dim")
            line.append(word)
        yield line

    def pick_text(self, sight: Sight[Any], offer: Offer, pick: Pick, contract: str) -> Text:
        kind, index = pick
        if kind == UNIT:
            name, note = self.face.label(sight, index), self.face.unit_note(sight, offer, index)
        elif kind == HEX:
            name, note = self.game.grid.number(index), self.face.hex_note(sight, offer, index)
        else:
            name = self.game.option_names[index]
            note = self.face.option(name)
            note = "" if note.casefold() == name else note
        text = Text.assemble((name, "bold"), (f" {note}" if note else "", "dim"))
        if contract:
            text.append(f" ({contract})", STYLES[contract])
        return text

    # -- the map ----------------------------------------------------------------------------------------------------

    def map(self, sight: Sight[Any], offer: Offer | None, height: int, around: Sequence[int] = ()) -> list[Text]:
        """The map around some hexes, else around the action; from afar where that does not fit."""
        marks = self.marks(sight, offer)
        part = self.part(around or self.focus(marks) or self.front(sight), height)
        return self.drawn(sight, part, marks)

    def drawn(self, sight: Sight[Any], part: Window, marks: Marks) -> list[Text]:
        return draw(self.face, sight, part, marks, colour=self.colour, plain=not self.utf8)

    def part(self, around: Sequence[int], height: int) -> Window:
        grid, wide = self.game.grid, self.console.width
        close = window(grid, around, wide, height, 8 if wide >= WIDE else 6)
        if close.shows(grid, around):
            return close
        return window(grid, around, wide, height, 2)

    def focus(self, marks: Marks) -> list[int]:
        """Where the action is: what has been chosen, or else what is offered."""
        chosen = [*marks.chosen, *marks.targets]
        near = [hex_ for hex_ in marks.hexes if any(self.game.grid.distance(hex_, other) <= 4 for other in chosen)]
        return [*chosen, *near] if chosen else [*marks.hexes, *marks.units]

    def front(self, sight: Sight[Any]) -> list[int]:
        """Where units of both sides are next to each other."""
        sides = {self.face.place(sight, unit): self.face.side(unit) for unit in range(len(self.game.unit_ids))}
        near = self.game.grid.neighbours
        return [
            hex_
            for hex_, side in sides.items()
            if hex_ >= 0 and any(sides.get(n, side) != side for n in near[hex_] if n >= 0)
        ]

    def marks(self, sight: Sight[Any], offer: Offer | None) -> Marks:
        marks = Marks(self.game.side_of(sight.position, sight.seat))
        if offer is not None:
            choice = self.face.choice(sight)
            marks.hexes, marks.targets = set(self.game.grid.bits(offer.hexes)), set(choice.hexes)
            costs = {hex_: self.face.hex_cost(sight, offer, hex_) for hex_ in marks.hexes}
            marks.costs = {hex_: cost for hex_, cost in costs.items() if cost is not None}
            marks.units = self.by_hex(sight, members(offer.units))
            marks.chosen = self.by_hex(sight, choice.units)
        return marks

    def by_hex(self, sight: Sight[Any], units: Iterable[int]) -> dict[int, int]:
        places = ((self.face.place(sight, unit), unit) for unit in units)
        return {place: unit for place, unit in places if place >= 0}
