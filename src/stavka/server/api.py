"""What is asked over HTTP."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from stavka import games
from stavka.agents import registry
from stavka.engine.machine import Game
from stavka.engine.session import verify_dice
from stavka.server.accounts import LOGIN_SECONDS, Login, hashed, new_key, same
from stavka.server.desk import Desk, NoTableError, plainly
from stavka.server.limits import Limiter, client_of
from stavka.server.match import BrokenTableError, NotAllowedError
from stavka.server.messages import (
    AccountInfo,
    CoverInfo,
    Credentials,
    DiceInfo,
    Fault,
    GameInfo,
    Health,
    ImportedTable,
    Keys,
    MadeTable,
    MyTable,
    NewKey,
    NewTable,
    NotifySetting,
    Ok,
    OptionInfo,
    Ready,
    RuleInfo,
    ScenarioInfo,
    Side,
    SideInfo,
    TableInfo,
)
from stavka.server.presenting import Language, Theme
from stavka.server.rows import SeatRow, TableRow
from stavka.server.shapes import REF
from stavka.server.table import PERSON, Table

COOKIE: Final = "__Host-stavka"
MOST_KEYS: Final = 50


def faults(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a call, for OpenAPI; every call may be refused for its form, its size and its frequency."""
    return {status: {"model": Fault} for status in (*statuses, 400, 405, 413, 422, 429)}


def shaped(name: str) -> dict[str, Any]:
    """An answer whose shape the engine defines."""
    return {"content": {"application/json": {"schema": {"$ref": REF + name}}}}


router = APIRouter(prefix="/api", responses=faults())


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(desk_of)]
bearer = HTTPBearer(auto_error=False, description="The keys of one or more seats, with commas between them.")


def keys_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> list[str]:
    """The hashes of the keys that come with a request."""
    words = given.credentials.replace(",", " ").split() if given else []
    return [hashed(key) for key in words[:MOST_KEYS]]


Hashes = Annotated[list[str], Depends(keys_of)]


async def login_of(request: Request, desk: TheDesk) -> Login | None:
    """Who is logged in. A request that changes something by the right of the cookie has to show the token, which no
    other site can read."""
    token = request.cookies.get(COOKIE, "")
    login = await asyncio.to_thread(desk.accounts.login, token) if token else None
    if login is None or request.method in ("GET", "HEAD"):
        return login
    return login if same(request.headers.get("x-csrf-token", ""), login.csrf) else None


MaybeLogin = Annotated[Login | None, Depends(login_of)]


def allow(limiter: Limiter, who: str) -> None:
    if not limiter.allow(who):
        raise HTTPException(429, "Too many attempts; wait a little.", {"Retry-After": "60"})


# -- games ----------------------------------------------------------------------------------------------------------

GameKey = Annotated[str, Path(pattern=r"^[a-z]{1,32}$")]


@router.get("/health")
async def health(desk: TheDesk) -> Health:
    """For the page: whether all is well, and what this server can do."""
    return Health(ok=not await desk.wrong(), mail=bool(desk.settings.smtp_url))


def live() -> Ok:
    """The process answers. It says nothing of the database: a restart would not help that."""
    return Ok()


async def ready(desk: TheDesk, response: Response) -> Ready:
    """Whether a pick could be stored now; if not, 503 and what is wrong."""
    wrong = await desk.wrong()
    response.status_code = 503 if wrong else 200
    return Ready(ok=not wrong, wrong=wrong)


probes = APIRouter()
"""Where probes look; below /api and, as most tools expect it, without."""
for place in ("/api/health", "/health"):
    probes.add_api_route(
        f"{place}/live", live, methods=["GET"], responses=faults(), include_in_schema=place != "/health"
    )
    probes.add_api_route(
        f"{place}/ready",
        ready,
        methods=["GET"],
        responses={503: {"model": Ready}, **faults()},
        include_in_schema=place != "/health",
    )


@router.get("/games")
def list_games(desk: TheDesk, lang: Language = "en") -> list[GameInfo]:
    """What can be played."""
    return [game_info(desk, key, lang) for key in games.GAMES]


def game_info(desk: Desk, key: str, lang: Language) -> GameInfo:
    about = games.about(key)
    game = games.load(key)
    tables = game.words.tables(lang)
    sides, told = tables["side"], tables["about"]
    return GameInfo(
        key=key,
        title=about["title"],
        about=told[key],
        cover=CoverInfo(
            period=told["period"],
            scale=told["scale"],
            level=games.GAMES[key].cover.level,
            counters=desk.presenter.counters(game, lang),
        ),
        sides=[SideInfo(key=side, name=sides[side]) for side in about["sides"]],
        scenarios=[
            ScenarioInfo(
                key=each["key"],
                title=tables["scenario"].get(each["title"], each["title"]),
                turns=each["turns"],
                about=told[each["key"]],
            )
            for each in about["scenarios"]
        ],
        options=[
            OptionInfo(key=option, title=tables["optional"].get(title, title), about=told[option])
            for option, title in about["option_titles"].items()
        ],
        players=list(registry.names(key)),
    )


def game_of(key: GameKey) -> Game[Any]:
    try:
        return games.load(key)
    except games.UnknownGameError as error:
        raise HTTPException(404, str(error)) from None


TheGame = Annotated[Game[Any], Depends(game_of)]


@router.get("/games/{key}/board", responses={200: shaped("Board"), **faults(404)})
def board(game: TheGame, desk: TheDesk, lang: Language = "en") -> dict[str, Any]:
    """What never changes in a game: grid, sides, units, options."""
    return desk.presenter.board(game, lang)


@router.get("/games/{key}/guide", responses={200: shaped("Guide"), **faults(404)})
def guide(
    game: TheGame,
    desk: TheDesk,
    scenario: Annotated[str, Query(pattern=r"^[a-z0-9-]{1,32}$")],
    lang: Language = "en",
) -> dict[str, Any]:
    """What a newcomer wants to know: the aim, a turn, counters, map, tables, abbreviations."""
    if scenario not in (each["key"] for each in games.about(game.key)["scenarios"]):
        raise HTTPException(404, "There is no such scenario.")
    return desk.presenter.guide(game, scenario, lang)


def picture(media_type: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {media_type: {}}}, 304: {"description": "Not changed"}, **faults(404)}


@router.get("/games/{key}/map.svg", response_class=Response, responses=picture("image/svg+xml"))
def map_picture(
    request: Request, game: TheGame, desk: TheDesk, lang: Language = "en", theme: Theme = "light"
) -> Response:
    """The map, in board coordinates."""
    return shown(request, drawn(desk.presenter.map, game, lang, theme), "image/svg+xml")


@router.get("/games/{key}/cover.png", response_class=Response, responses=picture("image/png"))
def cover_picture(
    request: Request, game: TheGame, desk: TheDesk, lang: Language = "en", theme: Theme = "light"
) -> Response:
    """The picture on the box: a part of the map."""
    return shown(request, drawn(desk.presenter.cover, game, lang, theme), "image/png")


def shown(request: Request, content: bytes, media_type: str, cache: str = "public, max-age=3600") -> Response:
    """A picture or a file, unless the client has it already."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": cache}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


@lru_cache(maxsize=48)
def drawn(
    draw: Callable[[Game[Any], Language, Theme], str | bytes], game: Game[Any], lang: Language, theme: Theme
) -> bytes:
    made = draw(game, lang, theme)
    return made if isinstance(made, bytes) else made.encode()


@router.get("/games/{key}/rules/{rule}", responses=faults(404))
def rule_text(
    game: TheGame, rule: Annotated[str, Path(pattern=r"^[A-Za-z0-9.]{1,16}$")], lang: Language = "en"
) -> RuleInfo:
    """A rule, in our own words."""
    found = catalogue(game.key).rules.get(rule)
    if found is None:
        raise HTTPException(404, "There is no such rule.")
    title, says = catalogue(game.key).text(rule, lang)
    return RuleInfo(id=found.id, title=title, text=says, refs=list(found.refs))


catalogue = cache(games.catalogue)


# -- tables ---------------------------------------------------------------------------------------------------------

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


async def table_of(table: TableId, desk: TheDesk) -> Table:
    try:
        return await desk.table(table)
    except NoTableError:
        raise HTTPException(404, "There is no such table.") from None
    except BrokenTableError as error:
        raise HTTPException(409, f"This game cannot be opened with this version: {error}.") from None


TheTable = Annotated[Table, Depends(table_of)]


@router.post("/tables", status_code=201)
async def make_table(wanted: NewTable, desk: TheDesk, request: Request) -> MadeTable:
    """Make a game. The keys are shown once: whoever has one has the seat."""
    return await opened(desk, request, lambda: desk.make(wanted))


@router.post("/records", status_code=201)
async def import_table(wanted: ImportedTable, desk: TheDesk, request: Request) -> MadeTable:
    """A record becomes a table: one that is over can be looked at, one that holds its seed can be gone on with."""
    return await opened(desk, request, lambda: desk.bring(wanted))


async def opened(desk: Desk, request: Request, make: Callable[[], MadeTable]) -> MadeTable:
    """A new table, at which programs that are asked begin to think."""
    allow(desk.limits.tables, client_of(request.scope))
    try:
        with plainly():
            made = await asyncio.to_thread(make)
    except ValueError as error:
        raise HTTPException(400, str(error)) from None
    (await desk.table(made.table)).wake()
    return made


@router.get("/tables", responses=faults(401))
def my_tables(desk: TheDesk, hashes: Hashes, login: MaybeLogin) -> list[MyTable]:
    """The tables of my keys and of my account, and whose move it is."""
    if not hashes and login is None:
        raise HTTPException(401, "Send the keys of your seats, or log in.")
    account = login.account if login else None
    return [my_table(row, seats, set(hashes), account) for row, seats in desk.store.tables_of(hashes, account)]


def my_table(row: TableRow, seats: list[SeatRow], hashes: set[str], account: int | None) -> MyTable:
    about = games.about(row.game)
    sides: list[str] = about["sides"]
    mine = [
        seat.seat for seat in seats if seat.key_hash in hashes or (account is not None and seat.account_id == account)
    ]
    return MyTable(
        table=row.id,
        game=row.game,
        title=about["title"],
        scenario=row.scenario,
        sides=[sides[seat] for seat in mine],
        players={sides[seat.seat]: seat.player for seat in seats},
        is_my_move=any(str(seat) in row.asked.split(",") for seat in mine),
        result=row.result,
        turn=row.turn,
        updated=row.updated,
    )


@router.get("/tables/{table}", responses=faults(404, 409))
async def table_facts(found: TheTable) -> TableInfo:
    """What everybody may know of a table."""
    return await found.locked(found.info)


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **faults(404, 409)},
)
async def record(found: TheTable) -> Response:
    """The record of a game that is over: `stavka replay --verify` checks it, and the dice."""

    def text() -> str | None:
        match = found.match
        if not match.result:
            return None
        ended = [row for row in match.rows[-1:] if row.kind in ("resign", "draw", "time")]
        return match.record().write() + "".join(f"# {row.what}\n" for row in ended)

    written = await found.locked(text)
    if written is None:
        raise HTTPException(409, "The record is given out when the game is over.")
    headers = {"Content-Disposition": f'attachment; filename="{found.row.game}-{found.id}.txt"'}
    return PlainTextResponse(written, headers=headers)


@router.get("/tables/{table}/dice", responses=faults(404, 409))
async def dice(found: TheTable) -> DiceInfo:
    """The dice of a game that is over, thrown again from its seed."""

    def check() -> DiceInfo | None:
        record = found.match.record()
        if not found.match.result:
            return None
        rolls = sum(move.who == "chance" for move in record.moves)
        return DiceInfo(ok=verify_dice(found.game, record), rolls=rolls)

    told = await found.locked(check)
    if told is None:
        raise HTTPException(409, "The dice can be checked when the game is over.")
    return told


# -- seats ----------------------------------------------------------------------------------------------------------


def seat_of(table: Table, side: str) -> SeatRow:
    try:
        seat = table.seats[table.seat_of(side)]
    except NotAllowedError as error:
        raise HTTPException(404, error.text) from None
    if seat.player != PERSON:
        raise HTTPException(409, "A program has this seat.")
    return seat


def holds(seat: SeatRow, hashes: list[str], login: Login | None) -> bool:
    return seat.key_hash in hashes or (login is not None and seat.account_id == login.account)


@router.post("/tables/{table}/seats/{side}/key", status_code=201, responses=faults(403, 404, 409))
async def replace_key(found: TheTable, side: Side, desk: TheDesk, hashes: Hashes, login: MaybeLogin) -> NewKey:
    """A new key for a seat; the old one is worth nothing from now on. The holder may do that, and the host as long as
    nobody has sat down there or after the seat was given up: never to look into the cards of somebody who plays."""
    seat = seat_of(found, side)
    is_free = not seat.used or seat.key_hash is None
    if not holds(seat, hashes, login) and not (is_free and found.row.host_hash in hashes):
        raise HTTPException(403, "This is not your seat.")
    key = new_key()
    await change_key(found, seat, hashed(key), used=seat.used and seat.key_hash is not None)
    return NewKey(key=key)


@router.delete("/tables/{table}/seats/{side}/key", responses=faults(403, 404, 409))
async def revoke_key(found: TheTable, side: Side, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Give a seat up: its key is worth nothing from now on. The host can make a new one."""
    seat = seat_of(found, side)
    is_unused = not seat.used and found.row.host_hash in hashes
    if not holds(seat, hashes, login) and not is_unused:
        raise HTTPException(403, "This is not your seat.")
    await change_key(found, seat, None, used=seat.used)
    return Ok()


async def change_key(table: Table, seat: SeatRow, key_hash: str | None, *, used: bool) -> None:
    old = seat.key_hash

    def store() -> None:
        account = None if key_hash is None else seat.account_id
        table.desk.store.set_seat(table.id, seat.seat, key_hash=key_hash, used=used, account_id=account)
        seat.key_hash, seat.used, seat.account_id = key_hash, used, account

    await table.locked(store)
    if old is not None:
        table.dismiss(old)


@router.put("/tables/{table}/notify", responses=faults(403, 404, 409))
async def set_notify(wanted: NotifySetting, found: TheTable, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Where "your move" is sent for my seats at this table; null: nowhere."""
    mine = [seat for seat in found.seats if seat.player == PERSON and holds(seat, hashes, login)]
    if not mine:
        raise HTTPException(403, "You have no seat here.")

    def store() -> None:
        for seat in mine:
            found.desk.store.set_seat(found.id, seat.seat, email=wanted.email)
            seat.email = wanted.email

    await found.locked(store)
    return Ok()


# -- accounts -------------------------------------------------------------------------------------------------------


@router.post("/account", status_code=201, responses=faults(409))
def register(wanted: Credentials, desk: TheDesk, request: Request) -> Ok:
    """Make an account. None is needed to play."""
    allow(desk.limits.accounts, client_of(request.scope))
    if not desk.accounts.register(wanted.name, wanted.password):
        raise HTTPException(409, "There is an account of that name.")
    return Ok()


@router.post("/account/login", responses=faults(401))
def log_in(wanted: Credentials, desk: TheDesk, request: Request, response: Response) -> AccountInfo:
    allow(desk.limits.logins, client_of(request.scope))
    allow(desk.limits.guesses, wanted.name.casefold())
    found = desk.accounts.log_in(wanted.name, wanted.password)
    if found is None:
        raise HTTPException(401, "Name or password is wrong.")
    token, login = found
    response.set_cookie(COOKIE, token, max_age=LOGIN_SECONDS, path="/", secure=True, httponly=True, samesite="strict")
    return AccountInfo(name=login.name, csrf=login.csrf)


def must_be(login: MaybeLogin) -> Login:
    if login is None:
        raise HTTPException(401, "Log in first, and send the token X-CSRF-Token that logging in gave.")
    return login


TheLogin = Annotated[Login, Depends(must_be)]


@router.get("/account", responses=faults(401))
def account(login: TheLogin) -> AccountInfo:
    """Who is logged in."""
    return AccountInfo(name=login.name, csrf=login.csrf)


@router.post("/account/logout", responses=faults(401))
def log_out(login: TheLogin, desk: TheDesk, request: Request, response: Response) -> Ok:
    desk.accounts.log_out(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")
    return Ok()


@router.post("/account/seats", responses=faults(401))
async def claim(wanted: Keys, login: TheLogin, desk: TheDesk) -> Ok:
    """Let the seats of these keys belong to my account: they are then mine wherever I log in."""
    await asyncio.to_thread(desk.accounts.claim, login.account, wanted.keys)
    hashes = {hashed(key) for key in wanted.keys}
    for table in desk.tables.values():
        for seat in table.seats:
            if seat.key_hash in hashes:
                seat.account_id = login.account
    return Ok()
