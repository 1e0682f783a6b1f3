"""Short troubles for a server that is played on; `make outage` makes long ones. The campaign finds what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from server import outage
from server.campaigns.outage import wrongs
from server.outage import Report, Trouble, suffer


@pytest.mark.parametrize(
    ("name", "trouble"),
    [("quota", outage.no_room), ("clock jumps", outage.clock_jumps), ("clients that never read", outage.never_reads)],
)
def test_play_goes_on_after_a_short_trouble(tmp_path: Path, name: str, trouble: Trouble) -> None:
    server = outage.started(tmp_path)
    try:
        report = suffer(name, server, trouble, seconds=3)
    finally:
        server.kill()
    assert wrongs(report) == []
    if name == "quota":
        assert any("This could not be saved. Nothing was done and nothing is lost." in text for text in report.told)


GOOD = Report("quota", 0, {}, ["database", "ready"], 0.1, [], is_ready=True)


@pytest.mark.parametrize(
    ("report", "wrong"),
    [
        (GOOD, []),
        (
            GOOD._replace(lost=["state 7 was acknowledged, and 6 is there"]),
            ["state 7 was acknowledged, and 6 is there"],
        ),
        (GOOD._replace(back=None), ["play does not go on"]),
        (GOOD._replace(is_ready=False), ["it is not ready afterwards"]),
        (GOOD._replace(during=5), ["5 picks were acknowledged meanwhile"]),
        (GOOD._replace(health=["ready"]), ["health has noticed nothing"]),
        (GOOD._replace(name="clock jumps"), ["nobody could play meanwhile"]),
    ],
)
def test_the_campaign_says_what_is_wrong(report: Report, wrong: list[str]) -> None:
    assert wrongs(report) == wrong
