"""Who sits where: invitations, keys, and where "your move" is sent.

A seat is a key. The host never learns that of a friend: he sends an invitation, and the player who takes the seat gets
a key that nobody else has."""

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
    """Sit down by an invitation: it is used up, and the key of the seat is shown here and never again."""
    invitation, key = hashed(wanted.invitation), new_key()

    def take() -> SeatRow | None:
        seat = next((seat for seat in found.seats if seat.invitation_hash == invitation), None)
        if seat is None or not found.desk.store.take_seat(found.id, seat.seat, invitation, hashed(key)):
            return None
        seat.key_hash, seat.invitation_hash, seat.account_id = hashed(key), None, None
        return seat

    seat = await found.locked(take)
    if seat is None:
        raise HTTPException(404, refusal("invitation used"))
    await found.tell_facts()
    return TakenSeat(side=found.side(seat.seat), key=key)


def invited_by(table: Table, side: str, hashes: list[str]) -> SeatRow:
    """The seat to which the host may invite: one where nobody has sat down, or that was given up. He never gets at the
    seat of a player."""
    seat = seat_of(table, side)
    if table.row.host_hash not in hashes:
        raise HTTPException(403, refusal("host only"))
    if is_taken(seat):
        raise HTTPException(409, refusal("seat taken"))
    return seat


@router.post("/seats/{side}/invitation", status_code=201, responses=faults(403, 404, 409))
async def invite(found: TheTable, side: Side, hashes: Hashes) -> Invitation:
    """A new invitation to a seat where nobody sits; an older one is worth nothing from now on."""
    seat = invited_by(found, side, hashes)
    invitation = new_key()
    await change(found, seat, key_hash=None, invitation_hash=hashed(invitation), used=False)
    return Invitation(invitation=invitation)


@router.delete("/seats/{side}/invitation", responses=faults(403, 404, 409))
async def take_invitation_back(found: TheTable, side: Side, hashes: Hashes) -> Ok:
    """Take back an invitation that nobody has used."""
    seat = invited_by(found, side, hashes)
    await change(found, seat, key_hash=None, invitation_hash=None)
    return Ok()


# -- keys ------------------------------------------------------------------------------------------------------------


@router.post("/seats/{side}/key", status_code=201, responses=faults(403, 404, 409))
async def replace_key(found: TheTable, side: Side, hashes: Hashes, login: MaybeLogin) -> NewKey:
    """A new key for my seat. The old one, and an account that claimed the seat by it, lose the seat at once."""
    seat = seat_of(found, side)
    check_holder(seat, hashes, login)
    key = new_key()
    if seat.key_hash == found.row.host_hash:
        await found.locked(lambda: found.set(host_hash=hashed(key)))
    await change(found, seat, key_hash=hashed(key))
    return NewKey(key=key)


@router.delete("/seats/{side}/key", responses=faults(403, 404, 409))
async def give_up(found: TheTable, side: Side, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Give my seat up: its key is worth nothing from now on, and the host can invite another player."""
    seat = seat_of(found, side)
    check_holder(seat, hashes, login)
    note = Note("gives up", found.side(seat.seat))
    await change(found, seat, key_hash=None, email=None, standing="{}")
    await found.command(lambda: found.note(note, {}))
    return Ok()


async def change(table: Table, seat: SeatRow, **values: Any) -> None:
    """Change who has a seat. Nobody keeps it by an older key or by a claim, nor a connection that shows it."""
    await table.locked(lambda: table.set_seat(seat, account_id=None, **values))
    table.dismiss(seat.seat)
    await table.tell_facts()


# -- notices ---------------------------------------------------------------------------------------------------------


@router.put("/notify", responses=faults(403, 404, 409))
async def set_notify(wanted: NotifySetting, found: TheTable, hashes: Hashes, login: MaybeLogin) -> Ok:
    """Where "your move" is sent for my seats at this table; null: nowhere."""
    mine = [seat for seat in found.seats if seat.player == PERSON and holds(seat, hashes, login)]
    if not mine:
        raise HTTPException(403, refusal("no seat"))

    def store() -> None:
        for seat in mine:
            found.set_seat(seat, email=wanted.email)

    await found.locked(store)
    return Ok()
