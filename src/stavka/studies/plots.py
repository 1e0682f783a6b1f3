"""Plots as SVG: bars of shares, bands over turns, columns, effects with intervals. Nothing in them refers to anything
outside; text is in the font of the page around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, log10
from typing import Any, Final, NamedTuple

INK, FAINT, RULE = "#2b2b28", "#77736a", "#d8d2c4"
GREY: Final = "#8d8a82"
WIDTH: Final = 460


class Axis(NamedTuple):
    """A scale from values to pixels, and the values that are written beside it."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def axis(low: float, high: float, start: float, end: float, most: int = 6) -> Axis:
    """A scale that begins and ends at round values."""
    if high <= low:
        low, high = low - 0.5, low + 0.5
    rough = (high - low) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), -floor(-high / step + 1e-9)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], start, end, ticks)


def text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str = RULE, pen: float = 1) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{pen:g}" fill="none"/>'


def drawing(width: float, height: float, parts: Sequence[str], title: str) -> str:
    """An SVG of this size with a title for those who cannot see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="{escape(title, quote=True)}" font-size="12" '
        f'font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


class Share(NamedTuple):
    """A row of `shares`: a rate with its interval, each from 0 to 1."""

    label: str
    number: int
    rate: float
    low: float
    high: float
    colour: str


def shares(rows: Sequence[Share], title: str) -> str:
    """Rates as bars with their intervals."""
    left, right, row = 110.0, WIDTH - 130.0, 34.0
    scale, height = axis(0, 1, left, right, 4), row * len(rows) + 26
    parts = [line(scale.at(tick), 4, scale.at(tick), height - 20) for tick in scale.ticks]
    parts += [text(scale.at(tick), height - 6, f"{tick:.0%}", "middle", FAINT) for tick in scale.ticks]
    for number, each in enumerate(rows):
        y = 4 + row * number + row / 2
        parts.append(text(left - 10, y + 4, each.label, "end"))
        parts.append(
            f'<rect x="{left:.1f}" y="{y - 10:.1f}" width="{max(0.0, scale.at(each.rate) - left):.1f}" height="20" '
            f'fill="{each.colour}"/>'
        )
        parts.append(whisker(scale.at(each.low), scale.at(each.high), y))
        parts.append(text(right + 10, y + 4, f"{each.rate:.0%} ({each.low:.0%} to {each.high:.0%})", colour=FAINT))
    return drawing(WIDTH, height, parts, title)


def whisker(left: float, right: float, y: float, colour: str = INK) -> str:
    """An interval, with its ends marked."""
    ends = line(left, y - 4, left, y + 4, colour, 1.5) + line(right, y - 4, right, y + 4, colour, 1.5)
    return line(left, y, right, y, colour, 1.5) + ends


class Band(NamedTuple):
    """A figure over turns: the rows of `by_turn` in a report of balance."""

    label: str
    colour: str
    rows: Sequence[Mapping[str, Any]]


def over_turns(bands: Sequence[Band], title: str, width: float = WIDTH, height: float = 240) -> str:
    """The median of figures at the end of each turn, with bands for the middle half and the middle 90 % of games."""
    left, bottom, top = 44.0, height - 26.0, 22.0
    turns = sorted({row["turn"] for band in bands for row in band.rows})
    values = [row[name] for band in bands for row in band.rows for name in ("p5", "p95")]
    if not turns:
        return drawing(width, 40, [text(8, 24, "No games.", colour=FAINT)], title)
    y = axis(min(0.0, *values), max(0.0, *values), bottom, top, 5)
    x = Axis(turns[0], max(turns[-1], turns[0] + 1), left + 10, width - 16, tuple(turns))
    parts = [line(left, y.at(tick), width - 8, y.at(tick)) for tick in y.ticks]
    parts += [text(left - 6, y.at(tick) + 4, f"{tick:g}", "end", FAINT) for tick in y.ticks]
    every = max(1, -(-len(turns) // 12))
    parts += [text(x.at(turn), bottom + 16, f"{turn:g}", "middle", FAINT) for turn in turns[::every]]
    for band in bands:
        for low, high, opacity in (("p5", "p95", 0.18), ("p25", "p75", 0.32)):
            there = [f"{x.at(row['turn']):.1f} {y.at(row[high]):.1f}" for row in band.rows]
            back = [f"{x.at(row['turn']):.1f} {y.at(row[low]):.1f}" for row in reversed(band.rows)]
            points = "L".join(there + back)
            parts.append(f'<path d="M{points}Z" fill="{band.colour}" fill-opacity="{opacity}"/>')
        points = "L".join(f"{x.at(row['turn']):.1f} {y.at(row['p50']):.1f}" for row in band.rows)
        parts.append(f'<path d="M{points}" fill="none" stroke="{band.colour}" stroke-width="2.5"/>')
        parts += [
            f'<circle cx="{x.at(row["turn"]):.1f}" cy="{y.at(row["p50"]):.1f}" r="3" fill="{band.colour}"><title>'
            f"{escape(band.label)}, turn {row['turn']}: median {row['p50']:g}, half of the games {row['p25']:g} to "
            f"{row['p75']:g}, nine in ten {row['p5']:g} to {row['p95']:g}</title></circle>"
            for row in band.rows
        ]
    at = left + 4
    for band in bands:
        parts.append(f'<rect x="{at:.1f}" y="5" width="10" height="10" fill="{band.colour}"/>')
        parts.append(text(at + 15, 14, band.label, colour=FAINT))
        at += 30 + 7 * len(band.label)
    return drawing(width, height, parts, title)


class Column(NamedTuple):
    label: str
    number: int
    colour: str = GREY


def columns(rows: Sequence[Column], title: str, width: float = WIDTH, height: float = 200) -> str:
    """Counts as columns."""
    left, bottom, top = 44.0, height - 24.0, 10.0
    y = axis(0, max((row.number for row in rows), default=1), bottom, top, 4)
    parts = [line(left, y.at(tick), width - 8, y.at(tick)) for tick in y.ticks if tick == int(tick)]
    parts += [text(left - 6, y.at(tick) + 4, f"{tick:g}", "end", FAINT) for tick in y.ticks if tick == int(tick)]
    wide = (width - 16 - left) / max(1, len(rows))
    every = max(1, -(-len(rows) // 12))
    for number, row in enumerate(rows):
        x = left + 4 + wide * number
        parts.append(
            f'<rect x="{x + 0.08 * wide:.1f}" y="{y.at(row.number):.1f}" width="{0.84 * wide:.1f}" '
            f'height="{bottom - y.at(row.number):.1f}" fill="{row.colour}">'
            f"<title>{escape(row.label)}: {row.number}</title></rect>"
        )
        if number % every == 0:
            parts.append(text(x + wide / 2, bottom + 16, row.label, "middle", FAINT))
    return drawing(width, height, parts, title)


def binned(values: Sequence[float], colour: str = GREY, most: int = 24) -> list[Column]:
    """Values counted in bins of equal width with round borders; a bin is named after its lower border."""
    if len(set(values)) < 2:
        return [Column(f"{values[0]:g}", len(values), colour)] if values else []
    scale = axis(min(values), max(values), 0, 1, most)
    step = max(scale.ticks[1] - scale.ticks[0], 1.0 if all(value == int(value) for value in values) else 0.0)
    first = floor(min(values) / step)
    counts = [0] * (floor(max(values) / step) - first + 1)
    for value in values:
        counts[floor(value / step) - first] += 1
    return [Column(f"{(first + number) * step:g}", count, colour) for number, count in enumerate(counts)]


class Row(NamedTuple):
    """An effect in `intervals`."""

    label: str
    mean: float
    low: float
    high: float
    clear: bool
    note: str = ""


def intervals(rows: Sequence[Row], title: str, form: str = "+.2f", width: float = 920) -> str:
    """Effects with their intervals beside each other; those whose interval contains 0 are pale."""
    left, right, row = 0.42 * width, width - 190.0, 26.0
    values = [value for each in rows for value in (each.low, each.high)]
    scale = axis(min(0.0, *values), max(0.0, *values), left, right, 6)
    height = row * len(rows) + 34
    parts = [
        line(scale.at(tick), 4, scale.at(tick), height - 24, GREY if not tick else RULE, 1) for tick in scale.ticks
    ]
    parts += [text(scale.at(tick), height - 8, f"{tick:{form}}", "middle", FAINT) for tick in scale.ticks]
    for number, each in enumerate(rows):
        y, colour = 4 + row * number + row / 2, INK if each.clear else GREY
        parts.append(text(left - 12, y + 4, each.label, "end", colour))
        parts.append(whisker(scale.at(each.low), scale.at(each.high), y, colour))
        parts.append(f'<circle cx="{scale.at(each.mean):.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>')
        words = f"{each.mean:{form}} ({each.low:{form}} to {each.high:{form}})"
        parts.append(text(right + 12, y + 4, words, colour=FAINT))
    return drawing(width, height, parts, title)
