"""Seats: invitations, keys, and the address for "your move" notices.

A key holds a seat. The host never learns the key of a friend: the host sends an invitation, and the player who takes
the seat gets a key that nobody else has."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException

from stavka.server.accounts import Login, hashed, new_key
from stavka.server.api import Hashes, MaybeLogin, TheTable, faults
from stavka.server.match import NotAllowedError
from stavka.server.messages import Invitation, NewKey, NotifySetting, Ok, Side, TakenSeat
from stavka.server.rows import SeatRow
from stavka.server.store import Note
from stavka.server.table import PERSON, Table, is_taken
from stavka.server.words import refusal

router = APIRouter(prefix="/api/tables/{table}", responses=faults())


def seat_of(table: Table, side: str) -> SeatRow:
    try:
        seat = table.seats[table.seat_of(side)]
    except NotAllowedError as error:
        raise HTTPException(404, error.text) from None
    if seat.player != PERSON:
        raise HTTPException(409, refusal("computer seat"))
    return seat


def check_holder(seat: SeatRow, hashes: list[str], login: Login | None) -> None:
    if not holds(seat, hashes, login):
        raise HTTPException(403, refusal("not your seat"))


def holds(seat: SeatRow, hashes: list[str], login: Login | None) -> bool:
    return seat.key_hash in hashes or (login is not None and seat.account_id == login.account)


# -- invitations -----------------------------------------------------------------------------------------------------


@router.post("/seats", status_code=201, responses=faults(404, 409))
async def take_seat(wanted: Invitation, found: TheTable) -> TakenSeat:
    """Take a seat with an invitation. The invitation is used up, and the key of the seat is shown here and never
    again."""
    invitation, key = hashed(wanted.invitation), new_key()

    def take() -> SeatRow | None:
        seat = next((seat for seat in found.seats if seat.invitation_hash == invitation), None)
        if seat is None or not found.take_seat(seat.seat, invitation, hashed(key)):
            return None
        seat.key_hash, seat.invitation_hash, seat.account_id = hashed(key), None, None
        return seat

    seat = await found.locked(take)
    if seat is None:
        raise HTTPException(404, refusal("invitation used"))
    await found.tell_facts()
    return TakenSeat(side=found.side(seat.seat), key=key)


def invited_by(table: Table, side: str, hashes: list[str]) -> SeatRow:
    """The seat to which the host may invite: one that nobody has taken, or that was given up. The host never gets
    access to the seat of a player."""
    seat = seat_of(table, side)
    if table.row.host_hash not in hashes:
        raise HTTPException(403, refusal("host only"))
    if is_taken(seat):
        raise HTTPException(409, refusal("seat taken"))
    return seat


@router.post("/seats/{side}/invitation", status_code=201, responses=faults(403, 404, 409))
async def invite(found: TheTable, side: Side, hashes: Hashes) -> Invitation:
    """Make a new invitation to a free seat; an older one no longer works."""
    seat = invited_by(found, side, hashes)
    invitation = new_key()
    await change(found, seat, key_hash=None, invitation_hash=hashed(invitation), used=False)
    return Invitation(invitation=invitation)


@router.delete("/seats/{side}/invitation", responses=faults(403, 404, 409))
async def take_invitation_back(found: TheTable, side: Side, hashes: Hashes) -> Ok:
    """Withdraw an unused invitation."""
    seat = invited_by(found, side, hashes)
    await change(found, seat, key_hash=None, invitation_hash=None)
    return Ok()


# -- keys ------------------------------------------------------------------------------------------------------------


@router.post("/seats/{side}/key", status_code=201, responses=faults(403, 404, 409))
async def replace_key(found: TheTable, side: Side, hashes: Hashes, login: MaybeLogin) -> NewKey:
    """Make a new key for my seat. The old key, and an account that claimed the seat with it, lose the seat at once."""
    seat = seat_of(found, side)
    check_holder(seat, hashes, login)
    key = new_key()
    if seat.key_hash == found.row.host_hash:
        await found.locked(lambda: found.set(host_hash=hashed(key)))
    await change(found, seat, key_hash=hashed(key))
    return NewKey(key=key)


@router.delete("/seats/{side}/key", responses=faults(403, 404, 409))
async def give_up(found: TheTable, side: Side, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Give my seat up: its key no longer works, and the host can invite another player."""
    seat = seat_of(found, side)
    check_holder(seat, hashes, login)
    note = Note("gives up", found.side(seat.seat))
    await change(found, seat, key_hash=None, email=None, standing="{}")
    await found.command(lambda: found.note(note, {}))
    return Ok()


async def change(table: Table, seat: SeatRow, **values: Any) -> None:
    """Change the holder of a seat. Older keys and claims lose it, and connections that show it are closed."""
    await table.locked(lambda: table.set_seat(seat, account_id=None, **values))
    table.dismiss(seat.seat)
    await table.tell_facts()


# -- notices ---------------------------------------------------------------------------------------------------------


@router.put("/notify", responses=faults(403, 404, 409))
async def set_notify(wanted: NotifySetting, found: TheTable, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Set the address to which "your move" notices go for my seats at this table; null: none."""
    mine = [seat for seat in found.seats if seat.player == PERSON and holds(seat, hashes, login)]
    if not mine:
        raise HTTPException(403, refusal("no seat"))

    def store() -> None:
        for seat in mine:
            found.set_seat(seat, email=wanted.email)

    await found.locked(store)
    return Ok()
