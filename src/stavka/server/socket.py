"""A seat, or an onlooker, over a WebSocket. One table maps each message to its method."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, get_args

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from stavka.engine.orders import Left, Order
from stavka.engine.state import Json
from stavka.scenes.ordering import left_behind
from stavka.server import messages as m
from stavka.server import metrics
from stavka.server.accounts import Login, hashed
from stavka.server.api import COOKIE
from stavka.server.desk import LOGGED_OUT, NO_SEAT, Desk, ElsewhereError, NoTableError
from stavka.server.faults import tell_fault
from stavka.server.limits import client_of
from stavka.server.match import BrokenTableError, NotAllowedError
from stavka.server.presenting import Language
from stavka.server.rows import ChatRow
from stavka.server.store import NO_DATABASE
from stavka.server.table import RESTARTS, GoneError, StaleError, Table
from stavka.server.viewer import Viewer
from stavka.server.words import in_language, refusal

NO_TABLE, BROKEN, TOO_MANY, TOO_FAST = 4404, 4409, 4429, 4408
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
SEAT_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,100}")
COUNT: Final = re.compile(r"[0-9]{1,8}")
"""The number of entries that a client has."""
MOST_FROM_ONE: Final = 60
"""The most connections from one address."""

Doing = Callable[[Any, Any], Coroutine[Any, Any, Json | None]]
"""Does what a message says, for a player."""

router = APIRouter()


@router.websocket("/api/tables/{table_id}/play")
async def play(socket: WebSocket, table_id: str, key: str = "", lang: str = "en", since: str = "0") -> None:
    desk: Desk = socket.app.state.desk
    client = client_of(socket.scope)
    counts: dict[str, int] = socket.app.state.connections
    await socket.accept()
    counts[client] = counts.get(client, 0) + 1
    everywhere = desk.limits.connections.add(client, 1)
    try:
        if everywhere > MOST_FROM_ONE * desk.limits.factor:
            await socket.close(TOO_MANY, "too many connections")
            return
        if desk.closing.is_set():
            await socket.close(1012, RESTARTS)
            return
        await sit(socket, desk, table_id, key, (lang, since))
    except WebSocketDisconnect:
        return
    except NO_DATABASE as error:
        tell_fault("connection", error)
        await close(socket, 1012)
    except Exception as error:
        tell_fault("connection", error)
        await close(socket, 1011)
    finally:
        desk.limits.connections.add(client, -1)
        counts[client] -= 1
        if not counts[client]:
            del counts[client]


async def sit(socket: WebSocket, desk: Desk, table_id: str, key: str, how: tuple[str, str]) -> None:
    try:
        if TABLE_ID.fullmatch(table_id) is None:
            raise NoTableError
        table = await desk.table(table_id)
    except NoTableError:
        await socket.close(NO_TABLE, "there is no such table")
        return
    except ElsewhereError:  # another server has just taken it over
        await socket.close(1012, "come again")
        return
    except BrokenTableError:
        await socket.close(BROKEN, "this game cannot be opened with this version")
        return
    found = await seats_of(socket, desk, table, key)
    if found is None:
        await socket.close(NO_SEAT, "this link is not valid, or not any more")
        return
    seats, login = found
    lang: Language = next((known for known in get_args(Language) if known == how[0]), "en")
    viewer = Viewer(seats, hashed(key) if key else None, lang, int(how[1]) if COUNT.fullmatch(how[1]) else 0, login)
    viewer.client = client_of(socket.scope)
    try:
        await table.join(viewer)
    except GoneError:
        await socket.close(1012, "come again")
        return
    except NotAllowedError:
        await socket.close(TOO_MANY, "there are too many people at this table")
        return
    writer = asyncio.create_task(write(socket, table, viewer))
    try:
        if await seats_of(socket, desk, table, key) != found:  # the seats have changed in the meantime
            is_over = login is not None and await login_of(socket, desk) is None
            viewer.close(LOGGED_OUT if is_over else NO_SEAT)
        await Player(desk, table, viewer).read(socket)
    finally:
        await table.leave(viewer)
        await writer


async def seats_of(socket: WebSocket, desk: Desk, table: Table, key: str) -> tuple[list[int], str | None] | None:
    """The seats of a key, or of the account that is logged in, with the session; empty for an onlooker. None if the key
    is wrong."""
    if key and (SEAT_KEY.fullmatch(key) is None or hashed(key) in desk.barred):
        return None
    if key:
        held = [seat.seat for seat in table.seats if seat.key_hash == hashed(key)]
        return (held, None) if held or table.row.host_hash == hashed(key) else None
    login = await login_of(socket, desk)
    if login is None:
        return [], None
    mine = [seat.seat for seat in table.seats if seat.account_id == login.account]
    return mine, login.id if mine else None


async def login_of(socket: WebSocket, desk: Desk) -> Login | None:
    """The session of the cookie, while it lasts."""
    token = socket.cookies.get(COOKIE, "")
    return await asyncio.to_thread(desk.accounts.login, token) if token and is_same_site(socket) else None


def is_same_site(socket: WebSocket) -> bool:
    """Whether a connection comes from our own page. A page of another site could open one with our cookie, but its
    origin shows that."""
    origin = socket.headers.get("origin", "")
    return origin.partition("://")[2] == socket.headers.get("host", "")


async def write(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    """Send the waiting messages until the viewer is closed or the line is cut."""
    try:
        while (parcel := await viewer.next()) is not None or viewer.is_behind:
            if parcel is None:
                await table.catch_up(viewer)
                continue
            await socket.send_text(parcel.text)
            viewer.sent(parcel)
    except (WebSocketDisconnect, RuntimeError, OSError, GoneError):
        viewer.close()
    await close(socket, viewer.close_code, viewer.close_reason)


async def close(socket: WebSocket, code: int, reason: str = "") -> None:
    if socket.application_state == WebSocketState.CONNECTED and socket.client_state == WebSocketState.CONNECTED:
        with suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(code, reason)


class Player:
    """Handles the requests of one connection."""

    def __init__(self, desk: Desk, table: Table, viewer: Viewer) -> None:
        self.desk, self.table, self.viewer = desk, table, viewer

    async def read(self, socket: WebSocket) -> None:
        limiter = self.desk.limits.messages()
        too_fast = 0
        while not self.viewer.is_closed:
            await self.viewer.has_room()
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not limiter.allow(""):
                too_fast += 1
                self.refuse(None, NotAllowedError(refusal("too many messages")))
                if too_fast > 50:
                    self.viewer.close(TOO_FAST)
                continue
            text = message.get("text")
            if text is None or len(text) > self.desk.settings.message_bytes:
                self.refuse(None, NotAllowedError(refusal("not text")))
                continue
            await self.obey(text)

    async def obey(self, text: str) -> None:
        """Do what a message says, and answer it in any case."""
        try:
            said: m.Said = m.FROM_CLIENT.validate_json(text)
        except (ValidationError, ValueError):
            self.refuse(named(text), NotAllowedError(refusal("wrong form")))
            return
        self.viewer.asking, self.viewer.is_answered = said.id, False
        do = DOING[type(said)]
        with metrics.timed(metrics.ANSWERS.labels(do.__name__)):
            await self.carry_out(do, said)

    async def carry_out(self, do: Doing, said: m.Said) -> None:
        try:
            answer = await do(self, said)
        except NotAllowedError as error:
            self.refuse(said.id, error)
            if isinstance(error, StaleError):
                await self.table.show_again(self.viewer, lambda: self.table.present(self.viewer), is_answer=False)
        except Exception as error:
            tell_fault(f"table {self.table.id}: {type(said).__name__}", error)
            sentence = refusal("not stored") if isinstance(error, NO_DATABASE) else refusal("fault")
            self.refuse(said.id, NotAllowedError(sentence))
        else:
            if not self.viewer.is_answered:
                self.viewer.push({"is": "answer", "id": said.id, **(answer or {})})
        finally:
            self.viewer.asking = None

    def refuse(self, id_: str | int | None, error: NotAllowedError) -> None:
        self.viewer.push(
            {
                "is": "refused",
                "id": id_,
                "rule": error.rule,
                "text": self.words(error.text),
                "state": self.table.match.number(self.viewer.seats),
            }
        )

    def words(self, text: str) -> str:
        """A reason in the viewer's language."""
        return in_language(self.table.game, text, self.viewer.lang)

    # -- messages ---------------------------------------------------------------------------------------------------

    async def pick(self, said: m.PickMessage) -> None:
        play = partial(self.table.pick, self.viewer, said.state, said.pick)
        await self.table.command(play, by=self.viewer, is_short=True)

    async def order(self, said: m.OrderMessage) -> Json:
        left: list[Json] = []

        def work() -> list[ChatRow]:
            chat, behind = self.table.order(self.viewer, said.state, self.read_order(said))
            left.extend(self.left_behind(behind))
            return chat

        await self.table.command(work, by=self.viewer, answer=lambda: {"left": left})
        return {"left": left}

    def read_order(self, said: m.OrderMessage) -> Order:
        """The order that a message means. NotAllowedError if it names something that does not exist."""
        order = said.model_dump(exclude={"id", "do", "state"})
        return self.desk.presenter.order(self.table.game, order, self.viewer.lang)

    def left_behind(self, left: Iterable[Left]) -> list[Json]:
        return [dict(each) for each in left_behind(self.table.game, left, self.viewer.lang)]

    async def drop(self, said: m.DropMessage) -> None:
        await self.table.command(lambda: self.table.drop(self.viewer, said.state, said.units), by=self.viewer)

    async def undo(self, said: m.UndoMessage) -> None:
        take_back = partial(self.table.undo, self.viewer, said.state, said.question)
        await self.table.command(take_back, by=self.viewer, is_short=True)

    async def why(self, said: m.WhyMessage) -> Json:
        def work() -> Json:
            try:
                self.table.match.read(self.table.seat(self.viewer), said.pick)
            except NotAllowedError as error:
                told = {"offered": False, "rule": error.rule, "text": self.words(error.text)}
            else:
                told = {"offered": True, "rule": "", "text": ""}
            return {"what": "why", "pick": said.pick, **told}

        return await self.table.locked(work)

    async def ask(self, said: m.AskMessage) -> Json:
        question = said.model_dump(exclude={"id", "do"})
        return await self.table.locked(
            lambda: self.desk.presenter.ask(self.table.match.session, self.viewer.sitting, question, self.viewer.lang)
        )

    async def show(self, said: m.ShowMessage) -> None:
        await self.table.show_again(self.viewer, lambda: self.table.present(self.viewer, said.since))

    def check_talk(self) -> None:
        """Check the limit on what a client tells everybody at a table, or has stored there."""
        if not self.desk.limits.talk.allow(self.viewer.client):
            raise NotAllowedError(refusal("too much talk"))

    async def chat(self, said: m.ChatMessage) -> None:
        self.check_talk()
        await self.table.command(partial(self.table.chat, self.viewer, said.text), by=self.viewer, is_short=True)

    async def typing(self, said: m.TypingMessage) -> None:
        """Tell the others that the player is typing. Nothing is stored, and what exceeds the limit is not passed on."""
        seat = self.table.seat(self.viewer)
        if self.desk.limits.typing.allow(self.viewer.client):
            self.table.tell_typing(seat)

    async def resign(self, said: m.ResignMessage) -> None:
        await self.table.command(lambda: self.table.resign(self.viewer), by=self.viewer, facts=True)
        await self.table.interrupt()

    async def draw(self, said: m.DrawMessage) -> None:
        self.check_talk()
        await self.table.command(lambda: self.table.draw(self.viewer, answer=said.answer), by=self.viewer, facts=True)
        if self.table.match.result:
            await self.table.interrupt()

    async def takeback(self, said: m.TakebackMessage) -> None:
        self.check_talk()
        before = self.table.match.takebacks
        await self.table.command(
            lambda: self.table.takeback(self.viewer, answer=said.answer), by=self.viewer, facts=True
        )
        if self.table.match.takebacks > before:
            await self.table.interrupt()
            self.table.wake()

    async def agree(self, said: m.AgreeMessage) -> None:
        await self.table.command(lambda: self.table.agree(self.viewer), by=self.viewer, facts=True)
        self.table.go_on_with_newer()

    async def pace(self, said: m.PaceMessage) -> None:
        await self.table.command(lambda: self.table.set_pace(self.viewer, said.ms), by=self.viewer, facts=True)

    async def skip(self, said: m.SkipMessage) -> None:
        self.table.seat(self.viewer)
        self.table.skip()

    async def hurry(self, said: m.HurryMessage) -> None:
        self.table.seat(self.viewer)
        await self.table.hurry()

    async def sit(self, said: m.SitMessage) -> None:
        def work() -> Json:
            seat = self.table.seat_of(said.side)
            if seat not in self.viewer.seats:
                raise NotAllowedError(refusal("not your seat"))
            self.viewer.sitting = seat
            return self.viewer.everything(self.table.match, self.desk.presenter, self.table.gallery, since=0)

        await self.table.show_again(self.viewer, work)

    async def standing(self, said: m.StandingMessage) -> None:
        await self.table.command(
            lambda: self.table.stand(self.viewer, said.question, said.answer), by=self.viewer, facts=True
        )

    async def story(self, said: m.StoryMessage) -> Json:
        return {"what": "story", **await self.table.story(self.viewer)}

    async def analyse(self, said: m.AnalyseMessage) -> Json:
        found = await self.table.lookback.analyse(self.viewer, stop=said.stop, again=said.again)
        return {"what": "analyse", **found}

    async def hint(self, said: m.HintMessage) -> None:
        await self.table.lookback.hint(self.viewer)

    async def plans(self, said: m.PlansMessage) -> Json:
        return {"what": "plans", "plans": await self.table.locked(lambda: self.table.lookback.plans(self.viewer))}

    async def past(self, said: m.PastMessage) -> Json:
        shown = await self.table.locked(lambda: self.table.past(self.viewer, said.at, said.side, said.logged))
        return {"what": "past", **shown}


DOING: Final[Mapping[type[m.Said], Doing]] = {
    m.PickMessage: Player.pick,
    m.OrderMessage: Player.order,
    m.DropMessage: Player.drop,
    m.UndoMessage: Player.undo,
    m.WhyMessage: Player.why,
    m.AskMessage: Player.ask,
    m.ShowMessage: Player.show,
    m.ChatMessage: Player.chat,
    m.TypingMessage: Player.typing,
    m.ResignMessage: Player.resign,
    m.DrawMessage: Player.draw,
    m.TakebackMessage: Player.takeback,
    m.AgreeMessage: Player.agree,
    m.PaceMessage: Player.pace,
    m.SkipMessage: Player.skip,
    m.HurryMessage: Player.hurry,
    m.SitMessage: Player.sit,
    m.StandingMessage: Player.standing,
    m.PastMessage: Player.past,
    m.StoryMessage: Player.story,
    m.AnalyseMessage: Player.analyse,
    m.HintMessage: Player.hint,
    m.PlansMessage: Player.plans,
}


def named(text: str) -> str | int | None:
    """The id of a message that cannot be understood, if it has one that can be repeated."""
    with suppress(ValueError, RecursionError, AttributeError):
        found = json.loads(text).get("id")
        if isinstance(found, (str, int)) and len(str(found).encode()) <= 64:
            return found
    return None
