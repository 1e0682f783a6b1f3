"""`stavka analyse`: a real short record of each kind of output, records that cannot be analysed, and Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
from functools import cache
from pathlib import Path

import pytest

from cli.command import finished_record
from cli.conftest import Stavka
from stavka import games
from stavka.agents.analysis import Analysis
from stavka.engine.session import Session
from stavka.games import opponents

QUICK = ("--level", "recruit", "--futures", "2")


@cache
def short_record() -> str:
    """The first activations of a Race between scripts: it ends with the first combat after them."""
    game = games.load("traces")
    session = Session(game, "race", seed="analyse")
    agents = [opponents.make("scripted", game, seat) for seat in (0, 1)]
    while not any(event.name == "combat result" for event in session.log(None, everything=True)):
        offer = session.offers()[0]
        session.play(offer.seat, agents[offer.seat].choose(game.see(session.state, offer.seat), offer))
    return session.record.write()


def write(folder: Path, text: str) -> Path:
    path = folder / "short.txt"
    path.write_text(text, "utf-8")
    return path


def test_a_record_is_analysed_as_text_and_json(stavka: Stavka, tmp_path: Path) -> None:
    path = write(tmp_path, short_record())
    ran = stavka("analyse", path, *QUICK)
    assert ran.code == 0
    text = " ".join(ran.out.split())
    assert "The soviet chance to win (the whole truth)" in text
    assert re.search(r"soviet [+-]\d+\.\d% of winning, [+-]\d+\.\d VP", text)
    assert re.search(r"axis [+-]\d+\.\d% \(± \d+\.\d\), [+-]\d+\.\d VP over (\d+) of \1 decisions", text)
    assert "Throws and draws that mattered most:" in text and "Stopped" not in text
    assert "Analysing: 100%" in ran.err
    found = stavka("analyse", path, *QUICK, "--json").json
    assert found["complete"] and found["sides"] == ["soviet", "axis"] and found["level"] == "recruit"
    assert len(found["curve"]) > 2 and all(0 <= point["truth"]["axis"]["chance"] <= 1 for point in found["curve"])
    sums = {side: sum(throw["luck"][side] for throw in found["throws"]) for side in found["sides"]}
    assert {side: found["luck"][side]["chance"] for side in sums} == pytest.approx(sums, abs=1e-3)
    assert sums["soviet"] == pytest.approx(-sums["axis"])
    differences = [abs(each["difference"]) for each in found["decisions"]]
    assert differences == sorted(differences, reverse=True) and len(differences) > 3
    assert {"en", "es", "fr"} == found["decisions"][0]["plan"].keys()


def test_one_side_sees_neither_the_truth_nor_the_dice(stavka: Stavka, tmp_path: Path) -> None:
    found = stavka("analyse", write(tmp_path, short_record()), *QUICK, "--side", "axis", "--json").json
    assert found["throws"] == [] and not found["whole"]
    assert {each["side"] for each in found["decisions"]} == {"axis"}
    assert all(list(point["seen"]) == ["axis"] and point["truth"] is None for point in found["curve"])


def test_ctrl_c_ends_it_with_what_it_has(stavka: Stavka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Analysis.judge

    def interrupted(analysis: Analysis, case: object) -> object:
        decision = judge(analysis, case)  # type: ignore[arg-type]  # a case
        os.kill(os.getpid(), signal.SIGINT)
        return decision

    monkeypatch.setattr(Analysis, "judge", interrupted)
    before = signal.getsignal(signal.SIGINT)
    ran = stavka("analyse", write(tmp_path, short_record()), *QUICK)
    assert ran.code == 0 and "over 1 of" in " ".join(ran.out.split())
    assert "Stopped before the end" in ran.out
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("pattern", "by", "words"),
    [
        (r"^game: .*$", "game: chess", "no game 'chess'"),
        (r"^20 ", "21 ", "expected move number 20"),
        (r"^(20 \w+) \S+", r"\1 0101", "short.txt line"),
        (r"^(20 .*= ).{16}$", r"\g<1>0123456789abcdef", "differs from the recorded one"),
    ],
)
def test_a_record_that_does_not_fit_is_refused(
    stavka: Stavka, tmp_path: Path, pattern: str, by: str, words: str
) -> None:
    text, count = re.subn(pattern, by, finished_record(), count=1, flags=re.MULTILINE)
    assert count == 1
    assert stavka("analyse", write(tmp_path, text)).refuses(words)


@pytest.mark.parametrize(
    ("options", "words"),
    [(("--level", "genius"), "--level genius: expected one of recruit"), (("--side", "nobody"), "soviet and axis")],
)
def test_options_that_do_not_exist_are_refused(
    stavka: Stavka, tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    assert stavka("analyse", write(tmp_path, short_record()), *options).refuses(words)


def test_a_game_without_a_craft_says_that_it_has_no_judgement(
    stavka: Stavka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(games.GAMES, "traces", games.GAMES["traces"]._replace(craft=""))
    assert stavka("analyse", write(tmp_path, short_record())).refuses("no judgement of its positions")
