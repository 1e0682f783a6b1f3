"""`stavka bench`: the speed of Stavka beside that of other engines."""

from __future__ import annotations

import typer

from stavka.cli.common import AsJson, BadInputError


def add_to(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(as_json: AsJson = False) -> None:
    """Measure the speed of Stavka beside that of other engines."""
    try:
        from stavka.studies import bench as benchmark
    except ImportError as error:
        raise BadInputError(f"the benchmark cannot run here ({error}); `make bench` installs what it needs") from None
    benchmark.main(as_json=as_json)
