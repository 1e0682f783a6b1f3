"""The calls over HTTP."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import TypeAdapter

from stavka import games
from stavka.engine.catalogue import Rule
from stavka.engine.machine import Game
from stavka.engine.session import verify_dice
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.server.accounts import Login, hashed, same
from stavka.server.desk import Desk, NoTableError, plainly
from stavka.server.importing import ImportBusyError
from stavka.server.limits import Limiter, client_of
from stavka.server.match import BrokenTableError
from stavka.server.messages import (
    CoverInfo,
    DiceInfo,
    ExampleInfo,
    Fault,
    GameInfo,
    Health,
    ImportedTable,
    MadeTable,
    MyTable,
    NewTable,
    Ok,
    OptionInfo,
    Ready,
    RuleInfo,
    ScenarioInfo,
    SideInfo,
    TableInfo,
)
from stavka.server.presenting import Language, Scale, Theme
from stavka.server.rows import SeatRow, TableRow
from stavka.server.shapes import REF
from stavka.server.shelf import UnloadedGameError
from stavka.server.stored import StoredGame
from stavka.server.table import Table
from stavka.server.viewer import WRITER
from stavka.server.words import refusal

COOKIE: Final = "__Host-stavka"
MOST_KEYS: Final = 50


def faults(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a call, for OpenAPI. Every call may be refused for its form, its size and its frequency, and a
    call about a game if that game could not be loaded."""
    return {status: {"model": Fault} for status in (*statuses, 400, 405, 413, 422, 429, 503)}


def shaped(name: str) -> dict[str, Any]:
    """An answer whose shape the engine defines."""
    return {"content": {"application/json": {"schema": {"$ref": REF + name}}}}


router = APIRouter(prefix="/api", responses=faults())


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(desk_of)]
bearer = HTTPBearer(auto_error=False, description="The keys of one or more seats, with commas between them.")


def keys_of(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)], desk: TheDesk) -> list[str]:
    """The hashes of the keys that a request carries and that may be used."""
    words = given.credentials.replace(",", " ").split() if given else []
    return [key for key in map(hashed, words[:MOST_KEYS]) if key not in desk.barred]


Hashes = Annotated[list[str], Depends(keys_of)]


async def login_of(request: Request, desk: TheDesk) -> Login | None:
    """The session of a request. A request that changes something by the right of the cookie must also carry the token,
    which no other site can read."""
    token = request.cookies.get(COOKIE, "")
    login = await asyncio.to_thread(desk.accounts.login, token) if token else None
    if login is None or request.method in ("GET", "HEAD"):
        return login
    return login if same(request.headers.get("x-csrf-token", ""), login.csrf) else None


MaybeLogin = Annotated[Login | None, Depends(login_of)]


def allow(limiter: Limiter, who: str) -> None:
    if not limiter.allow(who):
        raise HTTPException(429, refusal("too many attempts"), {"Retry-After": "60"})


# -- games ----------------------------------------------------------------------------------------------------------

GameKey = Annotated[str, Path(pattern=r"^[a-z]{1,32}$")]


@router.get("/health")
async def health(desk: TheDesk) -> Health:
    """Whether all is well, and what this server can do, for the page."""
    return Health(ok=not await desk.wrong(), mail=bool(desk.settings.smtp_url))


def live() -> Ok:
    """Whether the process answers. This does not check the database, since a restart would not help that."""
    return Ok()


async def ready(desk: TheDesk, response: Response) -> Ready:
    """Whether a pick could be stored now; if not, 503 and what is wrong."""
    wrong = await desk.wrong()
    response.status_code = 503 if wrong else 200
    return Ready(ok=not wrong, wrong=wrong)


probes = APIRouter()
"""The addresses of probes: below /api, and also without it, as most tools expect."""
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


async def loaded_games(desk: TheDesk) -> list[str]:
    """The games that can be played, when all are loaded."""
    return await desk.shelf.all()


LoadedGames = Annotated[list[str], Depends(loaded_games)]


@router.get("/games")
def list_games(keys: LoadedGames, desk: TheDesk, lang: Language = "en") -> list[GameInfo]:
    """The games that can be played."""
    return [game_info(desk, key, lang) for key in keys]


def game_info(desk: Desk, key: str, lang: Language) -> GameInfo:
    game, about = desk.shelf.game(key), games.about(key)
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
        results=dict(tables["result"]),
        players=[*desk.pipes.names(key), *opponents.names(key)],
        usual_player=opponents.usual(key),
    )


DataHash = Annotated[str | None, Query(pattern="^[0-9a-f]{1,64}$")]


async def game_of(key: GameKey, desk: TheDesk, data: DataHash = None) -> Game[Any]:
    """The game; with the data of a fingerprint, if a table is played with others than this server's."""
    try:
        game = await desk.shelf.opened(key)
        return game if data is None else await asyncio.to_thread(desk.data.game, game, data)
    except games.UnknownGameError as error:
        raise HTTPException(404, refusal("no such game", name=error.key, games=", ".join(games.GAMES))) from None


TheGame = Annotated[Game[Any], Depends(game_of)]


@router.get(
    "/games/{key}/board",
    response_class=Response,
    responses={200: shaped("Board"), 304: {"description": "Not changed"}, **faults(404)},
)
def board(request: Request, game: TheGame, desk: TheDesk, lang: Language = "en") -> Response:
    """The fixed part of a game: grid, sides, units, options."""
    return shown(request, board_of(desk.presenter.board, game, lang), "application/json")


@lru_cache(maxsize=48)
def board_of(make: Callable[[Game[Any], Language], Json], game: Game[Any], lang: Language) -> bytes:
    return WRITER.encode(make(game, lang))


@router.get(
    "/games/{key}/guide",
    response_class=Response,
    responses={200: shaped("Guide"), 304: {"description": "Not changed"}, **faults(404)},
)
def guide(
    request: Request,
    game: TheGame,
    desk: TheDesk,
    scenario: Annotated[str, Query(pattern=r"^[a-z0-9-]{1,32}$")],
    lang: Language = "en",
) -> Response:
    """A guide for newcomers: the aim, a turn, counters, map, tables, abbreviations."""
    if scenario not in (each["key"] for each in games.about(game.key)["scenarios"]):
        raise HTTPException(404, refusal("no such scenario"))
    return shown(request, WRITER.encode(desk.presenter.guide(game, scenario, lang)), "application/json")


def picture(media_type: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {media_type: {}}}, 304: {"description": "Not changed"}, **faults(404)}


@router.get("/games/{key}/map.svg", response_class=Response, responses=picture("image/svg+xml"))
def map_picture(
    request: Request, game: TheGame, desk: TheDesk, lang: Language = "en", theme: Theme = "light"
) -> Response:
    """The map, in board coordinates."""
    return shown(request, map_of(desk.presenter.map, game, lang, theme), "image/svg+xml")


@router.get("/games/{key}/cover.png", response_class=Response, responses=picture("image/png"))
def cover_picture(
    request: Request, game: TheGame, desk: TheDesk, lang: Language = "en", theme: Theme = "light", scale: Scale = 1
) -> Response:
    """The picture on the box: a part of the map. Screens with two pixels in place of each show it at scale 2."""
    return shown(request, cover_of(desk.presenter.cover, game, lang, theme, scale), "image/png")


def shown(request: Request, content: bytes, media_type: str, cache: str = "public, max-age=3600") -> Response:
    """A picture or a file, unless the client already has it."""
    tag = f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'
    headers = {"ETag": tag, "Cache-Control": cache}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


@lru_cache(maxsize=48)
def map_of(draw: Callable[[Game[Any], Language, Theme], str], game: Game[Any], lang: Language, theme: Theme) -> bytes:
    return draw(game, lang, theme).encode()


@lru_cache(maxsize=48)
def cover_of(
    draw: Callable[[Game[Any], Language, Theme, int], bytes], game: Game[Any], lang: Language, theme: Theme, scale: int
) -> bytes:
    return draw(game, lang, theme, scale)


@router.get(
    "/games/{key}/rules",
    response_class=Response,
    responses={200: {"model": list[RuleInfo]}, 304: {"description": "Not changed"}, **faults(404)},
)
def rulebook(request: Request, game: TheGame, lang: Language = "en") -> Response:
    """Every rule of a game in the rulebook's order, in our own words, with its examples."""
    return shown(request, rules_of(game, lang), "application/json")


@lru_cache(maxsize=48)
def rules_of(game: Game[Any], lang: Language) -> bytes:
    """All rules of a game in a language, as they are sent."""
    rules = game.catalogue.nearest(lang)
    return TypeAdapter(list[RuleInfo]).dump_json([rule_info(game, lang, rule) for rule in rules.rules.values()])


def rule_info(game: Game[Any], lang: Language, rule: Rule) -> RuleInfo:
    examples = [
        ExampleInfo(id=each.id, given=each.given, expect=each.expect)
        for each in game.catalogue.nearest(lang).examples.values()
        if rule.id in each.rules
    ]
    chapter = game.words.word("chapter", rule.id.partition(".")[0], lang)
    return RuleInfo(
        id=rule.id, chapter=chapter, title=rule.title, text=rule.says, refs=list(rule.refs), examples=examples
    )


@router.get("/games/{key}/rules/{rule}", responses=faults(404))
def rule_text(
    game: TheGame, rule: Annotated[str, Path(pattern=r"^[A-Za-z0-9.]{1,16}$")], lang: Language = "en"
) -> RuleInfo:
    """A rule, in our own words."""
    found = game.catalogue.nearest(lang).rules.get(rule)
    if found is None:
        raise HTTPException(404, refusal("no such rule"))
    return rule_info(game, lang, found)


# -- tables ---------------------------------------------------------------------------------------------------------

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


async def table_of(table: TableId, desk: TheDesk) -> Table:
    try:
        return await desk.table(table)
    except NoTableError:
        raise HTTPException(404, refusal("no such table")) from None
    except UnloadedGameError:
        raise
    except BrokenTableError as error:
        raise HTTPException(409, refusal("cannot open", why=str(error))) from None


TheTable = Annotated[Table, Depends(table_of)]


def stored_game(table: TableId, desk: TheDesk) -> StoredGame:
    try:
        return desk.stored(table)
    except NoTableError:
        raise HTTPException(404, refusal("no such table")) from None


Stored = Annotated[StoredGame, Depends(stored_game)]


@router.post("/tables", status_code=201)
async def make_table(wanted: NewTable, desk: TheDesk, request: Request) -> MadeTable:
    """Make a table. Keys and invitations are shown once: a key holds a seat, an invitation becomes a key. Computer
    players that have to decide begin to think."""
    allow(desk.limits.tables, client_of(request.scope))
    try:
        with plainly():
            made = await asyncio.to_thread(desk.make, wanted)
    except ValueError as error:
        raise HTTPException(400, str(error)) from None
    (await desk.table(made.table)).wake()
    return made


@router.post("/records", status_code=201, responses=faults(503))
async def import_table(wanted: ImportedTable, desk: TheDesk, request: Request) -> MadeTable:
    """Make a table from a record. A finished game can be looked at; a game whose record holds the seed can be
    continued."""
    client = client_of(request.scope)
    allow(desk.limits.imports, client)
    try:
        with plainly():
            return await desk.bring(wanted, client)
    except ImportBusyError as error:
        raise HTTPException(503, str(error), {"Retry-After": "30"}) from None
    except ValueError as error:
        raise HTTPException(400, str(error)) from None


@router.get("/tables", responses=faults(401))
def my_tables(desk: TheDesk, hashes: Hashes, login: MaybeLogin) -> list[MyTable]:
    """The tables of my keys and of my account, with the sides to move."""
    if not hashes and login is None:
        raise HTTPException(401, refusal("no keys"))
    account = login.account if login else None
    return [my_table(row, seats, set(hashes), account) for row, seats in desk.store.tables_of(hashes, account)]


def my_seats(seats: list[SeatRow], hashes: set[str], account: int | None) -> list[int]:
    return [
        seat.seat for seat in seats if seat.key_hash in hashes or (account is not None and seat.account_id == account)
    ]


def my_table(row: TableRow, seats: list[SeatRow], hashes: set[str], account: int | None) -> MyTable:
    entry = games.GAMES[row.game]
    sides = entry.sides
    mine = my_seats(seats, hashes, account)
    return MyTable(
        table=row.id,
        game=row.game,
        title=entry.title,
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
    """The facts about a table that everybody may know."""
    return await found.locked(found.info)


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **faults(404, 409)},
)
async def record(found: Stored) -> Response:
    """The record of a finished game: `stavka replay --verify` checks it, and the dice. It is made from what is stored,
    so it is also available for a game that this version cannot open."""
    if not found.row.result:
        raise HTTPException(409, refusal("record later"))
    headers = {"Content-Disposition": f'attachment; filename="{found.row.game}-{found.row.id}.txt"'}
    return PlainTextResponse(found.record().write(), headers=headers)


@router.get(
    "/tables/{table}/log",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **faults(404)},
)
def log(found: Stored, desk: TheDesk, hashes: Hashes, login: MaybeLogin, lang: Language = "en") -> Response:
    """The log of a game as its seats, or onlookers, were told it; the whole log once the game is over."""
    account = login.account if login else None
    mine = my_seats(desk.store.seats(found.row.id), set(hashes), account)
    try:
        game = desk.shelf.game(found.row.game)
    except (games.UnknownGameError, UnloadedGameError):
        game = None
    return PlainTextResponse("".join(f"{line}\n" for line in found.log(game, mine, lang)))


@router.get("/tables/{table}/dice", responses=faults(404, 409))
async def dice(found: TheTable) -> DiceInfo:
    """The dice of a finished game, rolled again from its seed."""

    def check() -> DiceInfo | None:
        record = found.match.record()
        if not found.match.result:
            return None
        rolls = sum(move.who == "chance" for move in record.moves)
        return DiceInfo(ok=verify_dice(found.game, record), rolls=rolls)

    told = await found.locked(check)
    if told is None:
        raise HTTPException(409, refusal("dice later"))
    return told
