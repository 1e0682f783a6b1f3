"""Combat chits in words: the effect, and the conditions for it."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.games.luki.files import Chit
from stavka.games.luki.scene.voice import Voice


def effect(v: Voice, chit: Chit) -> str:
    say = v.g.words.say
    return ", ".join([say(v.lang, "effect", chit.effect, value=chit.value), *conditions(v, chit)])


def conditions(v: Voice, chit: Chit) -> Iterator[str]:
    def told(key: str, **values: object) -> str:
        return v.g.words.say(v.lang, "effect", key, **values)

    def places(targets: tuple[str, ...]) -> str:
        names = (v.word("type" if target == "strongpoint" else "terrain", target) for target in targets)
        return v.listed(names)

    if chit.role:
        yield told(f"role {chit.role}")
    if chit.own:
        yield told("own", kind=told(f"kind {chit.own}"))
    if chit.enemy:
        yield told("enemy", kind=told(f"kind {chit.enemy}"))
    if chit.units:
        yield told("units", number=chit.units)
    if chit.without:
        yield told("without", kind=told(f"kind {chit.without}"))
    if chit.target:
        yield told("target", places=places(chit.target))
    if chit.elsewhere:
        yield told("elsewhere", places=places(chit.elsewhere))
    if chit.rail:
        yield told("rail", range=v.g.rail_range)
    if chit.enters:
        yield told("enters", turn=chit.enters)
    if chit.leaves:
        yield told("leaves", turn=chit.leaves)
