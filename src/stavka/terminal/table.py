"""A game at the terminal: people and programs take their seats, and each player who has to decide is asked."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from math import inf
from time import monotonic
from typing import Any, Final, NamedTuple

from stavka.agents import reasons
from stavka.engine.agent import Agent
from stavka.engine.offer import Offer, RefusedError
from stavka.engine.session import Session
from stavka.engine.standing import made_for, next_answer, no_defaults
from stavka.engine.state import Event, Json
from stavka.engine.words import ENGLISH
from stavka.terminal.commands import COMMANDS, completions, is_command, of_units_and_hexes
from stavka.terminal.face import Face
from stavka.terminal.keyboard import Keyboard
from stavka.terminal.reader import Completion, LineReader
from stavka.terminal.screen import MOST_NEWS, Screen

PATIENCE: Final = 0.5
"""Seconds that a program may play before the person is told to wait."""


class Planned(NamedTuple):
    """A plan of a program: the seat, its aims and the expected chance, whether nothing in it is hidden from the others,
    and the events of the picks that carried it out."""

    seat: int
    plan: Json
    is_open: bool
    events: list[Event]


class Table:
    def __init__(
        self, session: Session[Any], face: Face, agents: Mapping[int, Agent], keyboard: Keyboard, screen: Screen
    ) -> None:
        self.session, self.face, self.agents = session, face, agents
        self.keyboard, self.screen = keyboard, screen
        self.people = [seat for seat in range(len(session.game.sides)) if seat not in agents]
        self.seat = self.people[0] if self.people else -1
        happened = len(session.state.events or ())
        self.seen = dict.fromkeys(range(-1, len(session.game.sides)), max(0, happened - MOST_NEWS))
        """The number of events that each seat has been shown; -1 is an onlooker."""
        self.changed, self.over, self.leaving = True, False, False
        self.alone = False
        """Whether the player at the screen sees what the other one must not."""
        self.refusal = ""
        """The error in the last line."""
        self.saved = len(session.record.moves)
        self.standing = {seat: {} if keyboard.is_person else no_defaults(session.game) for seat in self.people}
        """The standing answers of each person. A script makes every pick itself."""
        self.plans: list[Planned] = []
        self.hints = 0
        """The number of hints that the players have asked for."""
        self.has_taken_back = False
        """Whether something has just been taken back: nothing is answered then until the next pick."""

    def run(self) -> None:
        while not self.over:
            self.let_programs_play()
            if self.answer_for_people():
                continue
            offer = self.next_offer()
            if offer is None and not self.people:
                break
            if offer is not None:
                self.sit_down(offer.seat)
            if self.changed:
                self.show(offer)
            self.screen.say(self.refusal, "bold red")
            line = self.keyboard.read(self.prompt(), self.suggest)
            if line is None:
                break
            if line:
                self.obey(line)
        self.screen.say(self.farewell())

    def farewell(self) -> str:
        result = self.session.state.result
        return f"The game is over: {result}." if result else "The game is not over."

    # -- programs ---------------------------------------------------------------------------------------------------

    def let_programs_play(self) -> None:
        """Let programs pick as long as any of them is asked; if nobody is at the screen, each move is told at once."""
        start = monotonic()
        with ExitStack() as patience:
            while offer := next((offer for offer in self.session.offers() if offer.seat in self.agents), None):
                self.let_program_pick(offer)
                if self.people and self.keyboard.is_person and monotonic() > start + PATIENCE:
                    start = inf
                    patience.enter_context(self.screen.console.status("The computer player is thinking…"))

    def let_program_pick(self, offer: Offer) -> None:
        session, agent = self.session, self.agents[offer.seat]
        sight = None if agent.blind else session.game.see(session.state, offer.seat)
        before, known = reasons.verdict_of(agent), session.known()
        pick = agent.choose(sight, offer)
        if (plan := reasons.plan_of(agent, before, sight, offer.seat)) is not None:
            is_open = reasons.is_open(session.game, session.state, offer.seat)
            self.plans.append(Planned(offer.seat, plan, is_open, []))
        session.play(offer.seat, pick)
        mine = next((each for each in reversed(self.plans) if each.seat == offer.seat), None)
        if mine is not None:
            mine.events.extend((session.state.events or [])[known:])
        self.changed = True
        if not self.people:
            self.tell()

    def wanted(self) -> list[str]:
        """What the programs were up to: every plan when the game is over; before that, plans that have been carried out
        and that tell nothing hidden."""
        game, s = self.session.game, self.session.state
        asked = {offer.seat for offer in self.session.offers()}
        said = []
        for nth, plan in enumerate(self.plans):
            is_done = plan.seat not in asked or any(later.seat == plan.seat for later in self.plans[nth + 1 :])
            if s.result or (plan.is_open and is_done):
                main = reasons.main_attack(game, plan.events)
                told = reasons.Said(plan.plan["aims"][ENGLISH], plan.plan["worth"], main)
                said.append(reasons.sentence(game, ENGLISH, "wanted", game.side_of(s, plan.seat), told))
        return said

    def tell(self) -> None:
        state, events = self.session.state, self.session.log(None, self.seen[-1])
        self.seen[-1] = len(state.events or ())
        self.screen.tell(state, events)

    def answer_for_people(self) -> bool:
        """Make the pick of a standing answer, and return whether there was one."""
        found = None if self.has_taken_back else next_answer(self.session, self.standing)
        if found is None:
            return False
        self.session.play(*found)
        self.changed = True
        return True

    # -- people -----------------------------------------------------------------------------------------------------

    def next_offer(self) -> Offer | None:
        """The question to a person; the person who is at the screen comes first."""
        offers = self.session.offers()
        return next((offer for offer in offers if offer.seat == self.seat), None) or next(iter(offers), None)

    def sit_down(self, seat: int) -> None:
        """Let the player of a seat come to the screen. A curtain falls before and after anything that only one player
        may see."""
        before, now = (self.seat, self.alone), (seat, len(self.people) > 1 and self.face.is_secret(self.session.state))
        if before == now:
            return
        self.seat, self.alone = now
        self.keyboard.sit_down(seat)
        self.screen.wipe()
        self.screen.say(f"--- {self.side().capitalize()} player ---", "bold")
        if self.alone and self.keyboard.is_person:
            self.keyboard.read(f"Only the {self.side().capitalize()} player may look at the screen now. Press Enter. ")

    def side(self) -> str:
        """The side of the player at the screen."""
        return self.session.game.sides[self.session.game.side_of(self.session.state, self.seat)]

    def listener(self) -> int | None:
        """The seat for which the log is told: with two people at one screen, secrets are told behind the curtain."""
        return None if len(self.people) > 1 and not self.alone else self.seat

    def show(self, offer: Offer | None) -> None:
        session, seat = self.session, self.seat
        assert session.state.events is not None
        news = session.log(self.listener(), min(self.seen[seat], len(session.state.events)))
        self.seen[seat] = len(session.state.events)
        self.changed = False
        if offer is None:
            self.screen.tell(session.state, news)
            self.screen.write(self.face.points(session.game.see(session.state, seat)))
            self.screen.say("The game is over. Type `log`, `map`, `vp` or `save FILE`, or `quit` to leave.")
        elif self.keyboard.is_person:
            self.report(news)
            self.screen.show(session, self.reader(), news, open_=self.listener() is None)
        else:
            self.screen.brief(session, self.reader(), news)

    def report(self, news: list[Event]) -> None:
        """The events since the player last decided, page by page, if they do not fit beside the map."""
        page = self.screen.console.height - 3
        lines = [line for event in news for line in self.screen.sentence(self.session.state, event)]
        if len(lines) <= MOST_NEWS:
            return
        for start in range(0, len(lines), page):
            self.screen.console.clear()
            self.screen.write(lines[start : start + page])
            self.keyboard.read(f"{min(start + page, len(lines))} of {len(lines)} lines. Press Enter. ")

    def prompt(self) -> str:
        return "> " if self.session.state.result else f"{self.side()}> "

    def reader(self) -> LineReader:
        offer = self.session.offer(self.seat) or Offer(self.seat)
        return LineReader(self.face, self.session.game.see(self.session.state, self.seat), offer)

    def suggest(self, before: str) -> list[Completion]:
        reader = self.reader()
        if before.strip() and is_command(before):
            return of_units_and_hexes(reader)
        return [*reader.completions(), *completions()]

    # -- what was typed ---------------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Carry out a line: a command, or picks one after the other. Any error in it is reported."""
        leaving, self.leaving, self.refusal = self.leaving, False, ""
        try:
            if is_command(line):
                name, *names = line.split()
                self.leaving = leaving and name.casefold() == "quit"
                COMMANDS[name.casefold()].run(self, self.reader(), names)
            else:
                self.pick(line)
        except ValueError as error:
            self.refusal = str(error)
        except RefusedError as refusal:
            self.refusal = f"{refusal.reason.text} [{refusal.reason.rule}]"

    def pick(self, line: str) -> None:
        for name in list(self.reader().picks(line)):
            if self.session.offer(self.seat) is None:
                raise ValueError(f"{name}: another player has to decide now")
            reader = self.reader()
            self.session.play(self.seat, reader.pick(name))
            self.session.tidy(self.seat)
            self.changed, self.has_taken_back = True, False

    def undo(self) -> None:
        """Take back the last pick of the player at the screen, with what standing answers have picked since."""
        made = len(made_for(self.session, self.seat, self.standing[self.seat]))
        for number in range(made + 1):
            if number and not self.session.can_undo(self.seat):
                break  # all that could be taken back was picked by standing answers
            self.session.undo(self.seat)
        self.changed = self.has_taken_back = True
