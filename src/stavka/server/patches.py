"""Patches: the difference between two scenes, and how to make the second from the first.

A patch of an object is `{"set": {key: value}, "drop": [key], "in": {key: patch}}`, where empty parts are left out. A
patch of a list is `{"at": n, "cut": n, "put": [..]}`: from `at` on, so many items are taken out, and these are put in.
docs/decisions/0008-one-message.md says why it has this form."""

from __future__ import annotations

from typing import Any, Final

from stavka.engine.state import Json

MISSING: Final = object()
"""What stands for a value that is not there."""


def changes(old: Json, new: Json) -> Json:
    """The patch that turns `old` into `new`; empty if they are equal."""
    put: Json = {}
    inside: Json = {}
    for key, value in new.items():
        before = old.get(key, MISSING)
        if before is value:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            if patch := changes(before, value):
                inside[key] = patch
        elif isinstance(before, list) and isinstance(value, list):
            patch = splice(before, value)
            if patch["cut"] or patch["put"]:
                inside[key] = patch
        elif before != value:
            put[key] = value
    drop = [] if len(old) == len(new) and not put else [key for key in old if key not in new]
    return {name: part for name, part in (("set", put), ("drop", drop), ("in", inside)) if part}


def splice(old: list[Any], new: list[Any]) -> Json:
    """The difference between two lists as one piece: everything except their common beginning and end."""
    least = min(len(old), len(new))
    start = 0
    while start < least and old[start] == new[start]:
        start += 1
    end = 0
    while end < least - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return {"at": start, "cut": len(old) - end - start, "put": new[start : len(new) - end]}


def patched(old: Any, patch: Json) -> Any:
    """The result of applying a patch; unchanged parts are shared. The page has the same function (play/patch.ts)."""
    if "at" in patch:
        at: int = patch["at"]
        return [*old[:at], *patch["put"], *old[at + patch["cut"] :]]
    gone = set(patch.get("drop", ()))
    kept = {key: value for key, value in old.items() if key not in gone}
    return kept | patch.get("set", {}) | {key: patched(old[key], each) for key, each in patch.get("in", {}).items()}
