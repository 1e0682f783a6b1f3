"""Records of whole games: fuzzed, tampered with, replayed, verified."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.traces.walks import CASES, GAME, Walk
from stavka.engine.offer import CHANCE
from stavka.engine.record import Record, RecordError, read_record
from stavka.engine.session import Session, replay, verify_dice
from stavka.games.traces.state import Position

SEED = "a secret seed"


@cache
def played(seed: int, picks: int = 10_000) -> Session[Position]:
    """A random game in a session, or its first picks."""
    walk = Walk(seed)
    session = Session(GAME, walk.case.scenario, walk.case.options, seed=SEED)
    for _ in range(picks):
        if session.state.result:
            break
        offer = walk.rng.choice(session.offers())
        session.play(offer.seat, walk.choose(offer))
    return session


def short() -> str:
    return played(6, 150).record.write()


# -- honest records -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(len(CASES)))
def test_a_whole_game_is_replayed_to_the_identical_state(seed: int) -> None:
    session = played(seed)
    assert session.state.result and session.record.seed == SEED
    record = read_record(session.record.write())
    seen: list[str] = []
    final = replay(GAME, record, watch=lambda s: seen.append(s.digest()))
    assert final == session.state and final.digest() == session.state.digest()
    assert seen == [move.digest for move in record.moves]
    assert verify_dice(GAME, record)


def test_two_records_of_the_same_picks_are_the_same_text() -> None:
    played.cache_clear()
    a = played(3, 80).record.write()
    played.cache_clear()
    assert played(3, 80).record.write() == a


def test_a_game_that_goes_on_keeps_its_seed_to_itself() -> None:
    assert SEED not in short()
    assert "seed:" not in short()
    assert played(6, 150).record.commitment in short()


# -- fuzzed records -------------------------------------------------------------------------------------------------

JUNK = st.text(st.characters(codec="utf-8"), max_size=20)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A record with a few things done to it: characters and lines put in, cut out, exchanged, doubled."""
    text = short()
    for _ in range(draw(st.integers(1, 4))):
        at, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        how = draw(st.sampled_from(("cut", "junk", "swap lines", "double", "byte", "end")))
        lines = text.split("\n")
        a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
        if how == "cut":
            text = text[:at] + text[min(end, at + 30) :]
        elif how == "junk":
            text = text[:at] + draw(JUNK) + text[at:]
        elif how == "byte":
            text = text[:at] + chr(draw(st.integers(0, 127))) + text[at + 1 :]
        elif how == "end":
            text = text[:end]
        else:
            lines[a] = lines[b]
            if how == "double":
                lines.insert(a, lines[b])
            text = "\n".join(lines)
    return text


@settings(max_examples=300)
@given(mutated())
def test_a_mutated_record_is_read_or_refused_with_its_line(text: str) -> None:
    try:
        record = read_record(text, "some file")
    except RecordError as error:
        name, _, line = str(error).split(":")[0].rpartition(" line ")
        assert name == "some file"
        assert 1 <= int(line) <= text.count("\n") + 1
    else:
        assert read_record(record.write()).write() == record.write()


@settings(max_examples=60)
@given(mutated())
def test_a_mutated_record_replays_or_says_where_it_does_not(text: str) -> None:
    """A mutated record gives nothing but a RecordError, and never replays to a position that its fingerprints do not
    match."""
    try:
        record = read_record(text)
        final = replay(GAME, record)
    except RecordError as error:
        assert str(error).startswith("record line ")
        return
    if record.moves and record.moves[-1].digest:
        assert final.digest() == record.moves[-1].digest


# -- tampered records -----------------------------------------------------------------------------------------------


def tampered(record: Record, at: int, **values: Any) -> Record:
    moves = list(record.moves)
    moves[at] = replace(moves[at], **values)
    return replace(record, moves=moves)


def without_digests(record: Record) -> Record:
    return replace(record, moves=[replace(move, digest="") for move in record.moves])


@pytest.mark.parametrize("seed", [0, 7])
def test_every_tampered_move_is_found(seed: int) -> None:
    """Another legal pick in place of the one that was made, anywhere: the fingerprint of that line differs."""
    record, rng = read_record(played(seed).record.write()), Random(seed)
    found = 0
    for at in rng.sample(range(len(record.moves)), 5):
        made = record.moves[at]
        s = replay(GAME, without_digests(replace(record, moves=record.moves[:at])))
        offers = {("chance" if o.seat == CHANCE else GAME.sides[o.seat]): o for o in GAME.offers(s)}
        offer = offers[made.who]
        others = [word for word in (GAME.write_pick(pick, offer) for pick in offer) if word != made.what]
        if others:
            changed = tampered(without_digests(record), at, what=rng.choice(others), digest=made.digest)
            with pytest.raises(RecordError, match=f"record line {made.line}: the position after"):
                replay(GAME, changed)
            assert not verify_dice(GAME, changed)
            found += 1
    assert found


def test_a_roll_that_was_changed_with_all_its_fingerprints_is_found_by_the_seed() -> None:
    """Nobody can win by rolling again: the record replays, but the dice do not match the seed."""
    record = read_record(played(1).record.write())
    at = next(i for i, move in enumerate(record.moves) if move.who == "chance")
    other = "defensive" if record.moves[at].what == "offensive" else "offensive"
    cut = without_digests(tampered(replace(record, moves=record.moves[: at + 1]), at, what=other))
    assert replay(GAME, cut).air != replay(GAME, replace(record, moves=record.moves[: at + 1])).air
    assert not verify_dice(GAME, cut)
    assert verify_dice(GAME, replace(record, moves=record.moves[: at + 1]))


def test_a_record_of_other_data_says_so() -> None:
    record = read_record(short())
    others = {"data": (6, replace(record, data="0" * 16)), "rules": (7, replace(record, rules="0" * 16))}
    for key, (line, other) in others.items():
        with pytest.raises(RecordError, match=f"record line {line}: the record was made with other {key}"):
            replay(GAME, other)


@pytest.mark.parametrize(
    ("line", "value", "says"),
    [
        (3, "scenario: siege", "record line 3: no scenario 'siege'; there are race, campaign"),
        (4, 'options: {"fog": true}', "record line 4: option fog = True"),
        (4, 'options: {"vp_bid": 1}', "record line 4: option vp_bid = 1"),
        (2, "game: chess", "record line 2: the record is one of chess"),
    ],
)
def test_a_wrong_head_is_named_by_its_line(line: int, value: str, says: str) -> None:
    lines = short().split("\n")
    lines[line - 1] = value
    with pytest.raises(RecordError) as error:
        replay(GAME, read_record("\n".join(lines)))
    assert str(error.value).startswith(says)


def test_picks_out_of_order_say_what_was_expected() -> None:
    record = read_record(played(0, 60).record.write())
    with pytest.raises(RecordError, match=r"record line 10: expected a move by axis, not soviet"):
        replay(GAME, tampered(record, 0, who="soviet"))
    with pytest.raises(RecordError, match=r"record line 10: 0101 is not legal here: Security Divisions are set up in"):
        replay(GAME, tampered(record, 0, what="0101"))
