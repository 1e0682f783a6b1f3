"""Records: written, read, replayed; an error names its line."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.toy import TOY, any_pick
from stavka.engine.record import HEADER_KEYS, Move, Record, RecordError, read_record
from stavka.engine.session import Session, replay, verify_dice


def played(seed: int = 1) -> Record:
    rng, session = Random(seed), Session(TOY, "plain", seed=f"toy {seed}")
    while not session.state.result:
        offer = rng.choice(session.offers())
        session.play(offer.seat, any_pick(offer, rng))
    return session.record


RECORD = played()
LINES = RECORD.write().split("\n")
ROLL = next(i for i, move in enumerate(RECORD.moves) if move.who == "chance")
WALK = next(i for i, move in enumerate(RECORD.moves) if move.what.isdigit() and move.who != "chance")


def line_of(error: pytest.ExceptionInfo[RecordError]) -> int:
    name, line, number = str(error.value).partition(":")[0].split()
    assert (name, line) == ("record", "line")
    return int(number)


# -- the text -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_what_is_written_is_read(seed: int) -> None:
    record = played(seed)
    again = read_record(record.write())
    assert [replace(move, line=0) for move in again.moves] == record.moves
    assert again.write() == record.write()
    assert replay(TOY, again).result


NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=12
)
OPTIONS = st.dictionaries(st.text(max_size=5), st.one_of(st.booleans(), st.integers(), st.text(max_size=5)), max_size=3)
WORDS = st.from_regex(r"[a-z0-9.-]{1,10}", fullmatch=True)
DIGESTS = st.one_of(st.just(""), st.from_regex(r"[0-9a-f]{16}", fullmatch=True))
MOVES = st.builds(Move, st.from_regex(r"[a-z]{1,8}", fullmatch=True), WORDS, DIGESTS)


@given(
    st.builds(Record, NAMES, NAMES, OPTIONS, NAMES.filter("none".__ne__), NAMES, NAMES, NAMES, NAMES, st.lists(MOVES))
)
def test_any_record_is_read_as_it_was_written(record: Record) -> None:
    """Also a record whose overlay has a # in its name, and whose option strings contain anything."""
    again = read_record(record.write())
    again.moves = [replace(move, line=0) for move in again.moves]
    assert again == record


def test_comments_and_empty_lines_are_passed_over() -> None:
    text = "\n".join([LINES[0], "# a comment", *LINES[1:], "", "   # and another"])
    text = text.replace(LINES[-3], LINES[-3] + "  # well played")
    assert read_record(text).moves[-1].what == RECORD.moves[-1].what
    assert read_record(text.replace("\n", "\r\n")).write() == RECORD.write()


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        ({0: "stavka record 2"}, 1, "expected 'stavka record 1'"),
        ({1: None}, len(LINES) - 1, "expected a line 'game: ...' before the moves"),
        ({3: "options: [1]"}, 4, "expected the options as a JSON object, found '[1]'"),
        ({3: "options: {"}, 4, "expected the options as a JSON object"),
        ({3: "options: " + "[" * 100_000}, 4, "expected the options as a JSON object"),
        ({3: 'options: {"a": ' + "9" * 5000 + "}"}, 4, "expected the options as a JSON object"),
        ({2: "game: toy"}, 3, "'game:' must appear once"),
        ({12: "game: toy"}, 13, "'game:' must appear once, before the moves"),
        ({10: "2 north low"}, 11, "expected move number 1, found 2"),
        ({10: "1 north"}, 11, "expected a move such as '1 axis 1731', found '1 north'"),
        ({10: "9" * 5000 + " north low"}, 11, "expected a move"),
        ({10: "1 north low = 12"}, 11, "expected a move"),
        ({4: "strange: thing"}, 5, "expected a move"),
    ],
)
def test_a_wrong_line_is_named(change: dict[int, str | None], line: int, says: str) -> None:
    lines = [change.get(i, text) for i, text in enumerate(LINES)]
    with pytest.raises(RecordError) as error:
        read_record("\n".join(text for text in lines if text is not None))
    assert says in str(error.value)
    assert line_of(error) == line


def test_the_record_in_the_documentation_is_one() -> None:
    text = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
    example = text.split("```record\n")[1].split("```")[0]
    record = read_record(example)
    assert (record.game, record.options["vp_bid"], len(record.moves)) == ("traces", False, 8)
    assert record.moves[3] == Move("chance", "offensive", "187aa9299be2b9aa", 14)
    assert all(f"| `{key}` |" in text for key in HEADER_KEYS)


# -- replay ---------------------------------------------------------------------------------------------------------


def changed(at: int, **values: Any) -> Record:
    """The record with one move changed, with line numbers as in its text."""
    record = read_record(RECORD.write())
    record.moves[at] = replace(record.moves[at], **values)
    return record


def test_a_tampered_roll_does_not_replay() -> None:
    other = "1" if RECORD.moves[ROLL].what != "1" else "2"
    with pytest.raises(RecordError, match=f"the position after {other} differs from the recorded one") as error:
        replay(TOY, changed(ROLL, what=other))
    assert line_of(error) == len(HEADER_KEYS) + 3 + ROLL


@pytest.mark.parametrize(
    ("at", "values", "says"),
    [
        (WALK, {"what": "9999"}, "expected a unit, a hex number or an option, found '9999'"),
        (ROLL, {"what": "7"}, "expected one of 1, 2, 3, 4, 5, 6, found '7'"),
        (ROLL, {"who": "north"}, "expected a move by chance, not north"),
        (ROLL, {"who": "west"}, "expected a move by chance, not west"),
        (WALK, {"digest": "0" * 16}, "differs from the recorded one"),
        (WALK, {"what": "high"}, "high is not legal here"),
    ],
)
def test_a_tampered_move_does_not_replay(at: int, values: dict[str, str], says: str) -> None:
    with pytest.raises(RecordError) as error:
        replay(TOY, changed(at, **values))
    assert says in str(error.value)
    assert line_of(error) == len(HEADER_KEYS) + 3 + at


def test_a_move_after_the_end_does_not_replay() -> None:
    record = changed(0)
    record.moves.append(Move("north", "high", line=99))
    with pytest.raises(RecordError, match="expected a move by nobody, the game is over, not north"):
        replay(TOY, record)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("game", "chess", "the record is one of chess, not of toy"),
        ("data", "beef", r"made with other data \(beef\) than these \(0123456789abcdef\)"),
        ("rules", "beef", r"made with other rules \(beef\) than these"),
        ("scenario", "fancy", "no scenario 'fancy'"),
    ],
)
def test_a_record_of_something_else_says_so(key: str, value: str, says: str) -> None:
    record = read_record(RECORD.write().replace(f"{key}: {getattr(RECORD, key)}", f"{key}: {value}"))
    with pytest.raises(RecordError, match=says) as error:
        replay(TOY, record)
    assert line_of(error) == HEADER_KEYS.index(key) + 2


def test_options_that_do_not_exist_are_named_by_their_line() -> None:
    with pytest.raises(RecordError, match="line 4: option fog"):
        replay(TOY, read_record(RECORD.write().replace("{}", '{"fog": true}')))


# -- dice -----------------------------------------------------------------------------------------------------------


def test_honest_dice_are_verified() -> None:
    assert verify_dice(TOY, read_record(RECORD.write()))


def test_dishonest_dice_are_found() -> None:
    """The roll is changed and so are all fingerprints after it: the game replays, and the seed tells the truth."""
    record = changed(ROLL, what="1" if RECORD.moves[ROLL].what != "1" else "2")
    record.moves = [replace(move, digest="") for move in record.moves]
    assert replay(TOY, record).result
    assert not verify_dice(TOY, record)


@pytest.mark.parametrize(
    "record",
    [
        replace(RECORD, seed=""),
        replace(RECORD, seed="another"),
        replace(RECORD, commitment="0" * 64),
        replace(RECORD, moves=[*RECORD.moves, Move("chance", "3")]),
        replace(RECORD, moves=RECORD.moves[1:]),
        replace(RECORD, moves=[Move("chance", "3"), *RECORD.moves]),
        changed(WALK, what="0303", digest=""),
        replace(RECORD, scenario="fancy"),
    ],
    ids=["no seed", "other seed", "other commitment", "after the end", "first cut", "first added", "jump", "scenario"],
)
def test_what_cannot_be_replayed_is_not_verified(record: Record) -> None:
    assert not verify_dice(TOY, record)


def test_dice_of_other_data_cannot_be_judged() -> None:
    with pytest.raises(RecordError, match="other data"):
        verify_dice(TOY, replace(RECORD, data="beef"))


def test_a_record_without_its_seed_is_not_resumed() -> None:
    with pytest.raises(RecordError, match="replayed but not resumed"):
        Session.resume(TOY, replace(RECORD, seed=""))
    with pytest.raises(RecordError, match="rules and seed give something else"):
        other = "1" if RECORD.moves[ROLL].what != "1" else "2"
        Session.resume(TOY, changed(ROLL, what=other))
