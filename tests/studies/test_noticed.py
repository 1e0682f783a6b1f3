"""The findings of the mutation job about a line, and the function that receives a mutant."""

import json
from pathlib import Path

from stavka.assurance.ledger import KILLS, Site, keyed, read_noticed
from stavka.studies.noticed import Noticed
from stavka.studies.swap import function_of

LINES = """
STEPS = (1, 2)  # [1.1]
class Step:
    kind = 3  # [1.2]
    def roll(self, x: int = 4):  # [1.3]
        def inner():
            return x + 1  # [1.4]
        return inner()
def twice(x):
    x += 1  # [1.5, 1.6]
    x += 1  # [1.5, 1.6]
    return x
"""


def package(tmp_path: Path, text: str = LINES) -> Path:
    (tmp_path / "game.py").write_text(text, "utf-8")
    return tmp_path


def keys(tmp_path: Path, rule: str) -> list[str]:
    return [key for key, _, of in keyed(tmp_path) if of == rule]


def test_a_key_stays_with_its_line_and_goes_when_the_line_changes(tmp_path: Path) -> None:
    (before,) = keys(package(tmp_path), "1.4")
    assert keys(package(tmp_path, "\n\n" + LINES), "1.4") == [before]
    assert keys(package(tmp_path, LINES.replace("x + 1", "x + 2")), "1.4") != [before]


def test_equal_lines_have_keys_of_their_own(tmp_path: Path) -> None:
    first, second = keys(package(tmp_path), "1.5")
    assert second == f"{first} 2"


def test_what_is_known_of_changed_lines_and_by_situations_that_are_gone_is_forgotten(tmp_path: Path) -> None:
    package(tmp_path)
    (stays,), (moved, other) = keys(tmp_path, "1.4"), keys(tmp_path, "1.5")
    found = {
        stays: "nothing: a.toml: One more",
        moved: "left out: a.toml: It was there",
        "game.py 1.9 0": "nothing: it hangs",
    }
    (tmp_path / KILLS).write_text(json.dumps({"noticed": found, "survived": [other, "game.py 1.8 0"]}), "utf-8")
    assert read_noticed(tmp_path) == found
    kept = Noticed(tmp_path, {"a.toml: One more"})
    assert kept.noticed == {stays: "nothing: a.toml: One more"}
    assert kept.survived == {other}
    assert kept.report() == "8 rule sites, 1 noticed, 1 survived, 6 not tried yet."


def test_a_verdict_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    package(tmp_path)
    first = keys(tmp_path, "1.5")[0]
    kept = Noticed(tmp_path, set())
    site = next(site for key, site, _ in keyed(tmp_path) if key == first)
    kept.add(site, {"1.5": "", "1.6": "left out: it hangs"})
    assert kept.survived == {first}
    kept.add(site, {"1.5": "left out: it hangs"})
    assert (kept.survived, set(kept.noticed)) == (set(), {first, keys(tmp_path, "1.6")[0]})


def test_a_mutant_goes_into_the_outermost_function_around_its_line(tmp_path: Path) -> None:
    file = package(tmp_path) / "game.py"
    assert [function_of(Site(file, line, ("1.1",), "")) for line in (2, 4, 5, 7, 10)] == [
        *("", "", "", "Step.roll", "twice")
    ]
