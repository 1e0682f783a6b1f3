"""Helpers that read the stack of a position when the test knows which step waits."""

from __future__ import annotations

from typing import Any

from stavka.engine.state import State


def top_frame(s: State) -> Any:
    """The frame on top of the stack, whatever its class: a test names values that only one class has."""
    return s.stack[-1]
