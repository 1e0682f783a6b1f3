"""`stavka bench`: the speed of Stavka beside that of other engines."""

from __future__ import annotations

from typing import Annotated

import typer

from stavka.cli.common import AsJson, BadInputError


def add_to(app: typer.Typer) -> None:
    app.command("bench")(bench)


def bench(
    interfaces: Annotated[
        bool, typer.Option("--interfaces", help="PettingZoo, Gymnasium and OpenSpiel beside the bare engine.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of Stavka beside that of other engines."""
    try:
        if interfaces:
            from stavka.research import bench as benchmark
        else:
            from stavka.studies import bench as benchmark  # type: ignore[no-redef]
    except ImportError as error:
        raise BadInputError(
            f"the benchmark cannot run here ({error}); `make bench` or stavka[research] installs what it needs"
        ) from None
    benchmark.main(as_json=as_json)
