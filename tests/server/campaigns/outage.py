"""Take disk, database and clock away from a server that is played on, and give them back.

    make outage
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.outage --seconds 60

Meanwhile somebody picks twenty times a second, and comes again whenever the connection is closed. A trouble is bad if
an acknowledged pick is not there afterwards, if a pick is acknowledged while nothing can be stored, if play does not go
on by itself, or if /health/ready does not tell what is wrong meanwhile and that all is well afterwards."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from server import outage
from server.outage import Report, Trouble
from server.postgres import new_database, postgres
from server.storm import faults_in
from stavka.server.settings import driver

STORES_NOTHING = ("full disk", "quota", "database held", "database gone", "database read-only")


def wrongs(report: Report) -> list[str]:
    """What is bad about a trouble."""
    found = list(report.lost)
    if report.back is None:
        found.append("play does not go on")
    if not report.is_ready:
        found.append("it is not ready afterwards")
    if report.name in STORES_NOTHING:
        if report.during > 1:  # one may have been on its way
            found.append(f"{report.during} picks were acknowledged meanwhile")
        if report.health == ["ready"]:
            found.append("health has noticed nothing")
    elif not report.during:
        found.append("nobody could play meanwhile")
    return found


def show(report: Report) -> bool:
    wrong = wrongs(report)
    back = "never" if report.back is None else f"{report.back:.1f} s"
    print(f"{report.name}: {report.during} picks meanwhile, health {report.health}, goes on after {back}")
    print(f"  told: {json.dumps(report.told, ensure_ascii=False)}")
    for line in wrong:
        print(f"  WRONG: {line}")
    return not wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Take disk, database and clock away from a server.")
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args(arguments)
    lite: list[tuple[str, Trouble]] = [
        ("quota", outage.no_room),
        ("database held", outage.held),
        ("clock jumps", outage.clock_jumps),
        ("clients that never read", outage.never_reads),
    ]
    big: list[tuple[str, Trouble]] = [("database gone", outage.gone), ("database read-only", outage.read_only)]
    good = True
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stavka-outage-")))
        places: list[tuple[Path, str, list[tuple[str, Trouble]]]] = []
        if outage.can_mount():
            (folder / "small" / "data").mkdir(parents=True)
            stack.enter_context(outage.small_disk(folder / "small" / "data"))
            places.append((folder / "small", "", [("full disk", outage.full_disk)]))
        (folder / "lite").mkdir()
        places.append((folder / "lite", "", lite))
        (folder / "big").mkdir()
        url = driver(new_database(stack.enter_context(postgres()), "outage"))
        places.append((folder / "big", url, big))
        for place, address, troubles in places:
            server = outage.started(place, address)
            try:
                for name, trouble in troubles:
                    good &= show(outage.suffer(name, server, trouble, asked.seconds))
            finally:
                server.kill()
            print(f"  faults in the log of this server: {len(faults_in(server.log))}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
