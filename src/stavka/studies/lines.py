"""Games as lines of JSON: a line is written as soon as a game is over, so that a run can be interrupted and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def read(path: Path) -> list[Any]:
    """The objects in the lines of a file; empty if there is no file. A last line that was cut off is left out."""
    text = path.read_text("utf-8") if path.exists() else ""
    return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def append(path: Path, line: Any) -> None:
    """Append a line. The remains of a line that was cut off before it are removed."""
    data = path.read_bytes() if path.exists() else b""
    whole = data.rfind(b"\n") + 1
    with path.open("r+b" if path.exists() else "wb") as out:
        out.truncate(whole)
        out.seek(whole)
        out.write(json.dumps(line).encode() + b"\n")
