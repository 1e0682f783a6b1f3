"""A game as rows, without a server: secret changes of mind, and rows from before this version."""

from __future__ import annotations

from engine.test_session import NORTH_WAVERS, QUIET, SOUTH_WAVERS, WAVER, Choice
from engine.toy import TOY, Toy
from stavka.engine.session import Session
from stavka.server.history import Histories
from stavka.server.match import PICK, UNDO, Match
from stavka.server.rows import MoveRow, TableRow


def table(scenario: str = "plain") -> TableRow:
    return TableRow(
        id="t",
        game="toy",
        scenario=scenario,
        options="{}",
        seed="seed",
        clock_start=None,
        clock_increment=0.0,
        created=0.0,
    )


def match_of(game: Toy) -> Match:
    return Match(game, table(), (0, 1))


def word(choice: Choice) -> tuple[int, str]:
    return choice[0], TOY.write_pick(choice[1])


def stored(match: Match) -> list[MoveRow]:
    return [MoveRow(**done.values("t")) for done in match.rows]


def test_nobody_else_sees_a_secret_change_of_mind() -> None:
    match = match_of(WAVER)
    match.do(PICK, *word(SOUTH_WAVERS))
    before = match.number((1,)), match.number(()), match.game.view(match.session.state, 1), match.session.log(1)
    for _ in range(50):
        match.do(PICK, *word(NORTH_WAVERS))
        assert (match.number((1,)), match.number(())) == before[:2]
    assert (match.game.view(match.session.state, 1), match.session.log(1)) == before[2:]
    assert [picked.seat for picked in match.picks] == [1] and len(match.record().moves) == 1
    assert match.number((0,)) == 50
    history = Histories().of("t", match)
    assert len(history.of((1,))) == 2 and len(history.of((0,))) == 1
    again = Match.load(WAVER, table(), (0, 1), stored(match))
    assert again.session.state == match.session.state and again.picks == match.picks and again.seen == match.seen


def row(n: int, kind: str, seat: int, what: str, digest: str) -> MoveRow:
    return MoveRow(
        table_id="t", n=n, change=n + 1, kind=kind, seat=seat, what=what, digest=digest, seen_by=None, at=0.0
    )


def digest_after(game: Toy, *words: tuple[int, str]) -> str:
    session = Session(game, "plain", seed="seed")
    for seat, what in words:
        offer = session.offer(seat)
        assert offer is not None
        session.play(seat, game.read_pick(what, offer))
    return session.state.digest()


def test_rows_from_before_picks_were_dropped_mean_what_they_meant() -> None:
    """A pick and its reverse were two picks, and an undo took back the second only."""
    words = [(0, "high"), (1, "low"), (0, "0102"), (0, "0101")]
    digests = [digest_after(TOY, *words[: n + 1]) for n in range(4)]
    rows = [row(n, PICK, *words[n], digests[n]) for n in range(4)]
    match = Match.load(TOY, table(), (0, 1), [*rows, row(4, UNDO, 0, "", digests[2])])
    assert [picked.what for picked in match.picks] == ["high", "low", "0102"]
    match.do(PICK, 0, "0101")
    assert [picked.what for picked in match.picks] == ["high", "low"], "from now on they are dropped"


def test_rows_with_an_undo_past_a_question_are_still_read() -> None:
    """North took his secret choice back after he had seen that he walks: no longer allowed, but it happened."""
    rows = [
        row(0, PICK, 0, "high", digest_after(QUIET, (0, "high"))),
        row(1, PICK, 1, "low", digest_after(QUIET, (0, "high"), (1, "low"))),
        row(2, UNDO, 0, "", digest_after(QUIET, (1, "low"))),
        row(3, PICK, 0, "low", digest_after(QUIET, (1, "low"), (0, "low"))),
    ]
    match = Match.load(QUIET, table(), (0, 1), rows)
    assert [(picked.seat, picked.what) for picked in match.picks] == [(1, "low"), (0, "low")]
