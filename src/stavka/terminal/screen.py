"""The screen of the player: the map around the action, the latest events, the decision and its picks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, indices, units_in
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.hexes import Hex
from stavka.terminal.canvas import PLAIN
from stavka.terminal.chart import Marks, Window, window
from stavka.terminal.drawing import draw
from stavka.terminal.face import Face
from stavka.terminal.listing import pick_lines
from stavka.terminal.reader import LineReader

LEAST_MAP: Final = 9
MOST_NEWS: Final = 8
WIDE: Final = 120
"""From this many columns on, cells are wide."""
NEAR: Final = 4
"""The greatest distance from the chosen units at which offered hexes belong to the action."""


class Screen:
    def __init__(self, face: Face, console: Console) -> None:
        self.face, self.game, self.console = face, face.game, console
        self.colour = console.is_terminal and console.color_system is not None and not console.no_color
        self.utf8 = "utf" in (console.encoding or "")

    # -- writing ----------------------------------------------------------------------------------------------------

    def write(self, lines: Iterable[Text | str]) -> None:
        texts = [line if isinstance(line, Text) else Text(line) for line in lines]
        if not self.utf8:
            texts = [self.plain(text) for text in texts]
        if texts:
            self.console.print(Text("\n").join(texts), highlight=False)

    def plain(self, text: Text) -> Text:
        parts = text.render(self.console)
        return Text.assemble(*((part.text.translate(PLAIN), part.style or "") for part in parts))

    def say(self, text: str, style: str = "") -> None:
        if text:
            self.write([Text(text, style)])

    def tell(self, state: Any, events: Iterable[Event]) -> None:
        self.write([line for event in events for line in self.sentence(state, event)])

    def wipe(self) -> None:
        """Clear the screen and its scrollback: the next player must not see them."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def hanging(self, text: Text) -> Iterator[Text]:
        """A paragraph with a hanging indent."""
        for at, line in enumerate(text.wrap(self.console, self.console.width - 4)):
            line.rstrip()
            yield Text.assemble("    " if at else "  ", line)

    def sentence(self, state: Any, event: Event) -> Iterator[Text]:
        """An event with the rules that it applied."""
        return self.hanging(Text.assemble(self.game.say(state, event), (f" [{', '.join(event.rules)}]", "dim")))

    # -- the whole screen -------------------------------------------------------------------------------------------

    def show(self, session: Session[Any], reader: LineReader, news: Sequence[Event], *, open_: bool) -> None:
        """Show everything, as large as the terminal. `open_`: the other player may be looking."""
        head, foot = self.head(reader.sight, open_=open_), self.foot(session, reader, news, MOST_NEWS)
        height = self.console.height - len(head) - self.height(foot) - 2
        self.console.clear()
        self.write([*head, *self.map(reader, max(height, LEAST_MAP)), *foot])

    def brief(self, session: Session[Any], reader: LineReader, news: Sequence[Event]) -> None:
        """Prompt, picks and news without the map, for a pipe."""
        self.write(self.foot(session, reader, news, len(news)))

    def height(self, lines: Sequence[Text]) -> int:
        return sum(len(line.wrap(self.console, self.console.width)) for line in lines)

    def head(self, sight: Sight[Any], *, open_: bool) -> list[Text]:
        title = Text(f"{self.game.title} | {self.face.title(sight)}", "bold reverse" if self.colour else "")
        title.truncate(self.console.width, overflow="ellipsis", pad=self.colour)
        lines = [Text(self.face.open_counts(sight), "dim")]
        if not open_:
            lines.append(Text("; ".join(self.face.secrets(sight)), "dim"))
        for line in lines:
            line.truncate(self.console.width, overflow="ellipsis")
        return [title, *lines]

    def foot(self, session: Session[Any], reader: LineReader, news: Sequence[Event], most_news: int) -> list[Text]:
        side = self.game.sides[self.game.side_of(session.state, reader.offer.seat)].capitalize()
        prompt = Text(f"{side}: {self.game.prompt(session.state)}", "bold")
        if session.can_undo(reader.offer.seat):
            prompt.append("  (undo is possible)", "not bold green")
        return [
            *self.news(session.state, news, most_news),
            *self.attack(reader.sight),
            prompt,
            *pick_lines(session, reader, self.console.width),
        ]

    def news(self, state: Any, events: Sequence[Event], most: int) -> Iterator[Text]:
        if len(events) > most:
            yield Text(f"  ... {len(events) - most} lines before these: `log` shows them", "dim")
        for event in events[max(0, len(events) - most) :]:
            yield from self.sentence(state, event)

    def attack(self, sight: Sight[Any]) -> Iterator[Text]:
        """The odds of the attack that is being declared."""
        attack = self.face.under_attack(sight)
        if attack and attack[1]:
            for line in self.face.odds(sight, *attack):
                yield from self.hanging(Text(line, "cyan"))

    # -- the map
    # ----------------------------------------------------------------------------------------------------------

    def map(self, reader: LineReader, height: int, around: Sequence[Hex] = ()) -> list[Text]:
        """Show the map around some hexes, else around the action, else where the sides meet."""
        marks = self.marks(reader)
        part = self.part(around or self.focus(marks) or self.front(reader.sight), height)
        return self.drawn(reader.sight, part, marks)

    def drawn(self, sight: Sight[Any], part: Window, marks: Marks) -> list[Text]:
        return draw(self.face, sight, part, marks, colour=self.colour, plain=not self.utf8)

    def part(self, around: Sequence[Hex], height: int) -> Window:
        """Show the close view if the hexes then fit into the window, else the view from afar."""
        grid, wide = self.game.grid, self.console.width
        close = window(grid, around, wide, height, 8 if wide >= WIDE else 6)
        return close if close.shows(grid, around) else window(grid, around, wide, height, 2)

    def focus(self, marks: Marks) -> list[Hex]:
        """The hexes of the action: the chosen ones, or else the offered ones."""
        chosen = [*marks.chosen, *marks.targets]
        if not chosen:
            return [*marks.hexes, *marks.units]
        distance = self.game.grid.distance
        return chosen + [hex_ for hex_ in marks.hexes if any(distance(hex_, other) <= NEAR for other in chosen)]

    def front(self, sight: Sight[Any]) -> list[Hex]:
        """The hexes in which units of both sides are adjacent."""
        sides = {self.face.place(sight, unit): self.face.side(unit) for unit in indices(self.game.unit_ids)}
        near = self.game.grid.neighbours
        return [
            hex_
            for hex_, side in sides.items()
            if hex_ >= 0 and any(sides.get(other, side) != side for other in near[hex_] if other >= 0)
        ]

    def marks(self, reader: LineReader) -> Marks:
        choice, offer, sight = self.face.choice(reader.sight), reader.offer, reader.sight
        return Marks(
            self.game.side_of(sight.position, offer.seat),
            set(self.game.grid.bits(offer.hexes)),
            reader.costs,
            self.by_hex(sight, units_in(offer.units)),
            self.by_hex(sight, choice.units),
            set(choice.hexes),
        )

    def by_hex(self, sight: Sight[Any], units: Iterable[Unit]) -> dict[Hex, Unit]:
        """The first of these units in each hex."""
        wanted = set(units)
        places = {self.face.place(sight, unit) for unit in wanted}
        return {
            place: next(unit for unit in self.face.stack(sight, place) if unit in wanted)
            for place in places
            if place >= 0
        }
