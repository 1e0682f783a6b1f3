"""Accounts over HTTP. Nobody needs an account to play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from stavka.server.accounts import DEVICE_SECONDS, LOGIN_SECONDS, Login, Token, hashed
from stavka.server.api import COOKIE, MaybeLogin, TheDesk, allow, faults
from stavka.server.desk import Desk
from stavka.server.guesses import Guesser, TooManyError
from stavka.server.hashing import HashingBusyError
from stavka.server.limits import client_of
from stavka.server.messages import (
    AccountExport,
    AccountInfo,
    Credentials,
    Keys,
    Ok,
    PasswordChange,
    PasswordProof,
    SessionInfo,
)
from stavka.server.rows import AccountRow
from stavka.server.words import refusal

KNOWN: Final = "__Host-stavka-known"
"""The cookie of a device on which somebody has logged in. It grants no access: it only spares the device the delays
caused by other people's guesses."""

router = APIRouter(prefix="/api/account", responses=faults())


def must_be(login: MaybeLogin) -> Login:
    if login is None:
        raise HTTPException(401, refusal("log in first"))
    return login


TheLogin = Annotated[Login, Depends(must_be)]
SessionId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


def set_cookie(response: Response, name: str, value: str, seconds: int) -> None:
    response.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="strict")


def forget_cookie(response: Response, name: str) -> None:
    response.delete_cookie(name, path="/", secure=True, httponly=True, samesite="strict")


def let_in(response: Response, token: Token) -> AccountInfo:
    set_cookie(response, COOKIE, token.token, LOGIN_SECONDS)
    return AccountInfo(name=token.login.name, csrf=token.login.csrf)


async def remember(desk: Desk, account: int, request: Request, response: Response) -> None:
    """Make this device known to the account."""
    device = await asyncio.to_thread(desk.accounts.remember, account, request.cookies.get(KNOWN, ""))
    set_cookie(response, KNOWN, device, DEVICE_SECONDS)


@contextmanager
def politely() -> Iterator[None]:
    """A refusal that says when to try again, for a request that cannot be answered now."""
    try:
        yield
    except TooManyError:
        raise HTTPException(429, refusal("too many passwords"), {"Retry-After": "60"}) from None
    except HashingBusyError:
        raise HTTPException(503, refusal("too many logins"), {"Retry-After": "30"}) from None


async def proven(desk: Desk, who: Guesser, name: str, password: str) -> AccountRow | None:
    with politely():
        return await desk.guesses.attempt(who, lambda: desk.accounts.proven(name, password))


async def prove(desk: Desk, login: Login, password: str) -> None:
    """Check the password of an account that is logged in: the cookie alone is not enough. A session has its own number
    of guesses."""
    if await proven(desk, Guesser(login.name.casefold(), "", login.id), login.name, password) is None:
        raise HTTPException(403, refusal("wrong password"))


async def check_strength(desk: Desk, name: str, password: str) -> None:
    with politely():
        is_weak = await desk.accounts.hashing.is_weak(name, password)
    if is_weak:
        raise HTTPException(400, refusal("weak password"))


# -- coming and going -----------------------------------------------------------------------------------------------


@router.post("", status_code=201, responses=faults(409, 503))
async def register(wanted: Credentials, desk: TheDesk, request: Request, response: Response) -> Ok:
    """Make an account. Nobody needs an account to play."""
    allow(desk.limits.accounts, client_of(request.scope))
    await check_strength(desk, wanted.name, wanted.password)
    with politely():
        account = await desk.accounts.register(wanted.name, wanted.password)
    if account is None:
        raise HTTPException(409, refusal("name taken"))
    await remember(desk, account, request, response)
    return Ok()


@router.post("/login", responses=faults(401, 403, 503))
async def log_in(wanted: Credentials, desk: TheDesk, request: Request, response: Response) -> AccountInfo:
    """Log in. A wrong name is answered exactly like a wrong password."""
    device = request.cookies.get(KNOWN, "")
    is_known = bool(device) and await asyncio.to_thread(desk.accounts.knows, wanted.name, device)
    who = Guesser(wanted.name.casefold(), client_of(request.scope), hashed(device) if is_known else "")
    found = await proven(desk, who, wanted.name, wanted.password)
    agent = request.headers.get("user-agent", "")
    if found is not None and found.banned is not None:
        raise HTTPException(403, refusal("banned"))
    token = await asyncio.to_thread(desk.accounts.begin, found, agent) if found else None
    if token is None:
        raise HTTPException(401, refusal("wrong login"))
    await remember(desk, token.login.account, request, response)
    return let_in(response, token)


@router.get("", responses=faults(401))
async def account(login: TheLogin) -> AccountInfo:
    """The account that is logged in."""
    return AccountInfo(name=login.name, csrf=login.csrf)


@router.post("/logout", responses=faults(401))
async def log_out(login: TheLogin, desk: TheDesk, response: Response) -> Ok:
    await desk.end_logins(await asyncio.to_thread(desk.accounts.end, login.account, [login.id]))
    forget_cookie(response, COOKIE)
    return Ok()


# -- sessions -------------------------------------------------------------------------------------------------------


@router.get("/sessions", responses=faults(401))
async def list_sessions(login: TheLogin, desk: TheDesk) -> list[SessionInfo]:
    """The sessions of this account, the latest first."""
    return await asyncio.to_thread(desk.accounts.sessions, login)


@router.delete("/sessions", responses=faults(401))
async def end_other_sessions(login: TheLogin, desk: TheDesk) -> Ok:
    """End all sessions of this account except this one."""
    await desk.end_logins(await asyncio.to_thread(desk.accounts.end_others, login))
    return Ok()


@router.delete("/sessions/{session}", responses=faults(401, 404))
async def end_session(session: SessionId, login: TheLogin, desk: TheDesk, response: Response) -> Ok:
    """End another session of this account. The connections that the session has opened are closed."""
    ended = await asyncio.to_thread(desk.accounts.end, login.account, [session])
    if not ended:
        raise HTTPException(404, refusal("no such session"))
    await desk.end_logins(ended)
    if session == login.id:
        forget_cookie(response, COOKIE)
    return Ok()


# -- the account itself ---------------------------------------------------------------------------------------------


@router.post("/password", responses=faults(401, 403, 503))
async def change_password(
    wanted: PasswordChange, login: TheLogin, desk: TheDesk, request: Request, response: Response
) -> AccountInfo:
    """Change the password. All other sessions end; this one continues with a new cookie and token."""
    await prove(desk, login, wanted.old)
    await check_strength(desk, login.name, wanted.new)
    with politely():
        stored = await desk.accounts.hashing.hash(wanted.new)
    device = request.cookies.get(KNOWN, "")
    token, ended = await asyncio.to_thread(desk.accounts.change_password, login, stored, device)
    await desk.end_logins(ended)
    return let_in(response, token)


@router.get("/export", responses=faults(401))
async def export(login: TheLogin, desk: TheDesk, response: Response) -> AccountExport:
    """Everything that is stored about my account."""
    found = await asyncio.to_thread(desk.accounts.export, login)
    if found is None:
        raise HTTPException(401, refusal("account deleted"))
    response.headers["Content-Disposition"] = f'attachment; filename="stavka-{login.name}.json"'
    return found


@router.delete("", responses=faults(401, 403, 503))
async def delete_account(wanted: PasswordProof, login: TheLogin, desk: TheDesk, response: Response) -> Ok:
    """Delete my account. The keys of its seats still work; mail addresses given for them are removed."""
    await prove(desk, login, wanted.password)
    ended = await asyncio.to_thread(desk.accounts.remove, login.account)
    await desk.end_logins(ended)
    await desk.tell({"forgotten": login.account})
    forget_cookie(response, COOKIE)
    forget_cookie(response, KNOWN)
    return Ok()


@router.post("/seats", responses=faults(401))
async def claim(wanted: Keys, login: TheLogin, desk: TheDesk) -> Ok:
    """Add the seats of these keys to my account: I then have them wherever I log in."""
    await asyncio.to_thread(desk.accounts.claim, login.account, wanted.keys)
    await desk.tell({"claimed": login.account, "hashes": [hashed(key) for key in wanted.keys]})
    return Ok()
