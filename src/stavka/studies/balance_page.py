"""A report of balance as an HTML page. Everything is in the page itself: it asks nothing of any other host."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from stavka import games
from stavka.engine.state import Json
from stavka.mapping.heat import heat_svg
from stavka.studies.balance import EDGE, WIN, lost_name
from stavka.studies.plots import (
    GREY,
    Band,
    Column,
    Row,
    Share,
    binned,
    columns,
    intervals,
    over_turns,
    shares,
)

SMALL: Final = 300
"""The width of the plots of further figures."""
DRAW: Final = "#c9c4b8"
STYLE: Final = """
body { margin: 0; background: #f4efe3; color: #2b2b28; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 980px; margin: 0 auto; padding: 28px 24px 60px; }
h1 { font-size: 26px; margin: 0; } h2 { font-size: 18px; margin: 34px 0 6px; } h3 { font-size: 14px; margin: 10px 0 0; }
p { margin: 4px 0 10px; max-width: 76ch; } .faint { color: #77736a; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr)); gap: 8px 20px; }
.three { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 4px 12px; }
svg { max-width: 100%; height: auto; display: block; } .map svg { width: 100%; border: 1px solid #b9b2a2; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 2px 12px 2px 0; } th:first-child, td:first-child { text-align: left; }
th { color: #77736a; font-weight: 500; border-bottom: 1px solid #d8d2c4; }
code { font-size: 13px; }
"""


def page(found: Json) -> str:
    """The page for a report (`Study.report`)."""
    colours = side_colours(found["game"])
    parts = [
        head(found),
        '<div class="two">',
        section("Who wins", who_wins(found, colours)),
        section("How it ends", how_it_ends(found, colours)),
        section("The score over the turns", score_over_turns(found, colours)),
        section("Losses over the turns", losses_over_turns(found, colours)),
        section("How long it takes", how_long(found)),
        section("The final score", final_score(found, colours)),
        "</div>",
        section("Where the fighting is", where_it_fights(found)),
        section("Which values matter", which_values_matter(found)) if found["experiment"] else "",
        section("All figures", all_figures(found)),
        section("How this was played", how_it_was_played(found)),
    ]
    title = f"Balance: {found['title']}, {found['scenario_title']}"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def paragraph(words: str, kind: str = "") -> str:
    return f"<p{f' class={kind}' if kind else ''}>{escape(words)}</p>"


def head(found: Json) -> str:
    players = ", ".join(f"{side} {name}" for side, name in found["players"].items())
    return f"<h1>{escape(found['title'])}: {escape(found['scenario_title'])}</h1>" + paragraph(
        f"{found['finished']} games between programs ({players}). Intervals are 95 % intervals.", "faint"
    )


def side_colours(game: str) -> dict[str, str]:
    """A colour for each side: the commonest ground of its counters, dark enough for a line."""
    loaded = games.load(game)
    units = games.presenter(game, loaded).board("en")["units"]
    grounds: dict[str, Counter[str]] = {side: Counter() for side in loaded.sides}
    for number, name in enumerate(loaded.unit_ids):
        grounds[loaded.sides[loaded.side[number]]][units[name]["ground"]] += 1  # type: ignore[index]  # all units in order
    return {side: darker(each.most_common(1)[0][0]) if each else GREY for side, each in grounds.items()}


def darker(colour: str, share: float = 0.72) -> str:
    return "#" + "".join(f"{round(share * int(colour[at : at + 2], 16)):02x}" for at in (1, 3, 5))


# -- the parts of the page ------------------------------------------------------------------------------------------


def who_wins(found: Json, colours: Mapping[str, str]) -> str:
    rows = [share(side, each, colours[side]) for side, each in found["wins"].items() if "rate" in each]
    if found["draws"]["number"]:
        rows.append(share("draw", found["draws"], DRAW))
    return shares(rows, "Share of games won by each side") if rows else paragraph("No game was finished.")


def share(label: str, each: Mapping[str, Any], colour: str) -> Share:
    return Share(label, each["number"], each["rate"], each["low"], each["high"], colour)


def how_it_ends(found: Json, colours: Mapping[str, str]) -> str:
    total = max(1, found["finished"])
    rows = ((result, str(number), f"{number / total:.0%}") for result, number in found["results"].items())
    return table(("result", "games", "share"), rows)


def score_name(found: Json) -> str:
    """The figure that is the score: the first one that the game counts."""
    return next(iter(found["figures"]), "")


def score_over_turns(found: Json, colours: Mapping[str, str]) -> str:
    name = score_name(found)
    bands = [Band(name, colours[found["sides"][0]], found["figures"][name]["by_turn"])] if name else []
    return over_turns(bands, f"{name} at the end of each turn") + paragraph(
        "Line: median. Dark band: half of the games; pale band: nine in ten. A game that is over keeps its figures.",
        "faint",
    )


def losses_over_turns(found: Json, colours: Mapping[str, str]) -> str:
    bands = [
        Band(side, colours[side], found["figures"][lost_name(side)]["by_turn"])
        for side in found["sides"]
        if lost_name(side) in found["figures"]
    ]
    return over_turns(bands, "Steps lost by each side")


def how_long(found: Json) -> str:
    rows = [Column(str(turn), number) for turn, number in found["last_turns"].items()]
    picks = found["lengths"]["picks"]
    words = f"Decisions a game: {picks['min']} to {picks['max']}, median {picks['median']:g}." if picks else ""
    return columns(rows, "Games by their last turn") + paragraph(f"Games by their last turn. {words}", "faint")


def final_score(found: Json, colours: Mapping[str, str]) -> str:
    name = score_name(found)
    if found["edges"]:
        bins = binned(found["edges"])
        first, second = (colours[side] for side in found["sides"][:2])
        bins = [each._replace(colour=first if float(each.label) >= 0 else second) for each in bins]
        words = f"VP of the {found['sides'][0]} side over the border of victory."
        return columns(bins, words) + paragraph(words, "faint")
    bins = binned(found["figures"][name]["ends"]) if name else []
    return columns(bins, f"{name} at the end") + paragraph(f"{name} at the end of the game.", "faint")


def where_it_fights(found: Json) -> str:
    loaded = games.load(found["game"])
    hexmap = getattr(getattr(loaded, "files", None), "hexmap", None)
    busy = sorted(found["fights"].items(), key=lambda item: -item[1])
    place = {number: loaded.place_text(loaded.grid.index(number)) for number in {*found["fights"], *found["lost"]}}
    rows = (
        (place[number], f"{value:.2f}", f"{found['lost'].get(number, 0):.2f}") for number, value in busy[:10] if value
    )
    top = table(("hex", "combats a game", "steps lost there a game"), rows)
    if hexmap is None:
        return top
    says = {
        number: f"{place[number]}: {value:.2f} combats and {found['lost'].get(number, 0):.2f} lost steps a game"
        for number, value in busy
    }
    return (
        paragraph("Combats a game by attacked hex; rest the pointer on a hex to read its figures.", "faint")
        + f'<div class="map">{heat_svg(hexmap, found["fights"], says)}</div>'
        + "<h3>The ten hexes with the most combats</h3>"
        + top
    )


def which_values_matter(found: Json) -> str:
    experiment = found["experiment"]
    values, effects = experiment["values"], experiment["effects"]
    if not effects:
        return paragraph("The experiment needs two seeds of which every run has been played.")
    first = found["sides"][0]
    titles = {WIN: f"On the points of the {first} side (1 for a win, a half for a draw)"}
    titles[EDGE] = f"On the VP of the {first} side over the border of victory"
    parts = [
        paragraph(
            f"{experiment['runs']} runs of the same {experiment['seeds']} seeds: {experiment['games']} games. In each "
            "run every value has its low or its high level (a Plackett-Burman design with its fold-over). An effect is "
            "what changes when a value goes from low to high. Black: the interval does not contain 0. Of twenty values "
            "that do nothing, one is black by chance."
        )
    ]
    for measure, rows in effects.items():
        if measure not in titles:
            continue
        ordered = sorted(zip(values, rows, strict=True), key=lambda pair: -abs(pair[1]["mean"]))
        shown = [Row(label(value), each["mean"], each["low"], each["high"], each["clear"]) for value, each in ordered]
        parts += [f"<h3>{escape(titles[measure])}</h3>", intervals(shown, titles[measure])]
    named = ((value["name"], levels(value), ", ".join(value["now"]), str(value["changed"])) for value in values)
    return "".join(parts) + table(("value", "levels", "now", "places"), named)


def levels(value: Mapping[str, Any]) -> str:
    form = "+d" if value["relative"] else "d"
    return f"{value['low']:{form}} .. {value['high']:{form}}"


def label(value: Mapping[str, Any]) -> str:
    """A value and its levels, short enough to stand beside a plot."""
    name = value["name"] if len(value["name"]) <= 38 else f"{value['name'][:37]}…"
    return f"{name}: {levels(value)}"


def all_figures(found: Json) -> str:
    names = list(found["figures"])
    shown = {score_name(found), *(lost_name(side) for side in found["sides"])}
    rows = []
    for name in names:
        end = found["figures"][name]["end"]
        if end:
            rows.append((name, *(f"{end[key]:g}" for key in ("min", "median", "mean", "max"))))
    small = [
        f"<div><h3>{escape(name)}</h3>"
        + over_turns([Band("", GREY, found["figures"][name]["by_turn"])], name, SMALL, 150)
        + "</div>"
        for name in names
        if name not in shown and found["figures"][name]["end"]["max"] != found["figures"][name]["end"]["min"]
    ]
    return table(("at the end", "least", "median", "mean", "most"), rows) + f'<div class="three">{"".join(small)}</div>'


def how_it_was_played(found: Json) -> str:
    options = ", ".join(name for name, on in found["options"].items() if on)
    words = [
        f"Seed {found['seed']}; game i is game i of stavka sim with these players. Rules {found['rules']}, data "
        f"{found['data']}."
    ]
    words += [f"Options: {options}."] if options else []
    words += [f"Values of the overlay {found['overlay']}."] if found["overlay"] else []
    words += [f"Forfeited: {sentence}" for sentence in found["forfeits"]]
    words += [f"Game {fault['game']} broke off: {fault['error']}" for fault in found["faults"]]
    return "".join(paragraph(each) for each in words)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"
