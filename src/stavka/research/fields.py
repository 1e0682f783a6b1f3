"""The page that lists every field of the observations of every game, docs/research-fields.md.

python -m stavka.research.fields > docs/research-fields.md"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from stavka import games
from stavka.research.observing import VERSION, Field
from stavka.research.referee import environments, kit

HEAD = f"""# The fields of the observations

Version {VERSION}. `python -m stavka.research.fields` writes this page from what each game declares in its module
`features`; [Research](research.md) explains the arrays. Numbers are those of the planes, of the columns of the table of
units, and of the tracks."""


def table(fields: tuple[Field, ...], what: str) -> Iterator[str]:
    """A table of fields. Neighbours that say the same share a row."""
    yield f"\n### {what}\n"
    yield "| number | field | what it holds |"
    yield "|---|---|---|"
    for says, group in groupby(enumerate(fields), key=lambda each: each[1].says):
        numbered = list(group)
        first, last = numbered[0][0], numbered[-1][0]
        names = ", ".join(field.name for _, field in numbered)
        yield f"| {first if first == last else f'{first}-{last}'} | {names} | {says[0].upper()}{says[1:].rstrip('.')} |"


def page() -> str:
    lines = [HEAD]
    for key in games.GAMES:
        shared = kit(key)
        observer, actions = shared.observer, shared.actions
        names = ", ".join(f"`{each.id}`" for each in environments() if each.game == key)
        lines += [
            f"\n## {shared.game.title}\n",
            f"{names}. {actions.number} actions: {actions.options} options, {actions.units} units, {actions.lines} "
            f"lines of {actions.length} cells. `observation` {(len(observer.planes), *observer.shape)}, `units` "
            f"{(observer.number, len(observer.columns))}, `tracks` {(len(observer.tracks),)}.",
            *table(observer.planes, "Planes"),
            *table(observer.columns, "Columns of the table of units"),
            *table(observer.tracks, "Tracks"),
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
