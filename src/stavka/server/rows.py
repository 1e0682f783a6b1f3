"""The rows of the database. A game is its header (`tables`) and what was done (`moves`)."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import BigInteger, Boolean, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class TableRow(Base):
    """A game: what never changes, and a summary of where it stands, which the moves could give again."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    scenario: Mapped[str] = mapped_column(String(64))
    options: Mapped[str] = mapped_column(Text)
    seed: Mapped[str] = mapped_column(String(64))
    """The seed of the dice: the one secret that is stored in the clear. It leaves the server only when the game is
    over."""
    seeded: Mapped[bool] = mapped_column(Boolean)
    """Whether the player who made the table chose or knows the seed."""
    program_seed: Mapped[str] = mapped_column(String(32))
    """The seed of the computer players at the table; it has nothing to do with the dice."""
    host_hash: Mapped[str] = mapped_column(String(64), index=True)
    clock_start: Mapped[float | None] = mapped_column(Float)
    clock_increment: Mapped[float] = mapped_column(Float)
    pace: Mapped[int] = mapped_column(Integer)
    created: Mapped[float] = mapped_column(Float)
    updated: Mapped[float] = mapped_column(Float, index=True)
    result: Mapped[str] = mapped_column(String(64))
    turn: Mapped[int] = mapped_column(Integer)
    asked: Mapped[str] = mapped_column(String(32))
    """The seats that have to decide, as in "0,1"."""
    deadline: Mapped[float | None] = mapped_column(Float, index=True)
    """The time at which the running clock runs out."""
    draw_by: Mapped[int | None] = mapped_column(Integer)
    takeback_by: Mapped[int | None] = mapped_column(Integer)
    may_take_back: Mapped[bool] = mapped_column(Boolean)
    """Whether a side may ask the other to allow takebacks past rolls, reveals and decisions."""
    data_hash: Mapped[str | None] = mapped_column(String(64))
    """The fingerprints of the data and rules with which the game is played; null for tables made before they were
    stored."""
    rules_hash: Mapped[str | None] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer)
    """The version of the row, which increases with every change: a server whose cache is older than what another server
    has stored cannot write."""
    agreed: Mapped[str] = mapped_column(String(32))
    """The seats that agree to go on with other data or rules, as in "0,1"."""
    leader: Mapped[str] = mapped_column(String(32), index=True)
    """The server that leads the table, or led it last; empty: none has. It may be gone: `ServerRow` tells."""
    epoch: Mapped[int] = mapped_column(Integer)
    """How often the lead has changed. A server writes only if this is the number with which it took the lead."""
    hints: Mapped[int] = mapped_column(Integer)
    """How many hints the players of this table have asked for."""


class ServerRow(Base):
    """A server process that is running. It leads tables as long as it renews this row in time."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    host: Mapped[str] = mapped_column(String(255))
    port: Mapped[int] = mapped_column(Integer)
    """The address at which the other servers reach it."""
    secret: Mapped[str] = mapped_column(String(64))
    """The word that opens this address. Only servers on this database can read it."""
    process: Mapped[str] = mapped_column(String(128))
    """The machine and the process: servers on the same machine see at once that it has died."""
    began: Mapped[float] = mapped_column(Float)
    until: Mapped[float] = mapped_column(Float)
    """The time until which its leads are valid, by the database's clock."""


class SeatRow(Base):
    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[str] = mapped_column(String(32))
    """"person", or the name of a computer player."""
    key_hash: Mapped[str | None] = mapped_column(String(64), index=True)
    """The hash of the key that the player holds; null: nobody has taken the seat."""
    invitation_hash: Mapped[str | None] = mapped_column(String(64))
    """The hash of the invitation that the host has sent; null: there is none, or it has been used."""
    used: Mapped[bool] = mapped_column(Boolean)
    """Whether a player has sat down here with the key."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"), index=True)
    email: Mapped[str | None] = mapped_column(String(254))
    standing: Mapped[str] = mapped_column(Text)
    """Standing answers by question, as JSON."""


class MoveRow(Base):
    """One thing that was done: a pick, an answer of chance, a takeback, an end by agreement."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    change: Mapped[int] = mapped_column(Integer)
    """The number of the change: a pick and the answers of chance to it are one change."""
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    what: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(16))
    seen_by: Mapped[int | None] = mapped_column(Integer)
    """The only seat that may know that this was done; null: everybody."""
    told: Mapped[str | None] = mapped_column(Text)
    """The events that this added to the log, as JSON: `[name, values, rules, seats]` for each. They remain readable
    when the rules change."""
    at: Mapped[float] = mapped_column(Float)


class StoredMove(NamedTuple):
    """A row of `moves` as it is read: a game has thousands."""

    n: int
    change: int
    kind: str
    seat: int | None
    what: str
    digest: str
    seen_by: int | None
    told: str | None
    at: float


class SnapshotRow(Base):
    """The last snapshot of a game (`server/snapshots.py`). It follows from the moves, and may be missing."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[str] = mapped_column(Text)


class DataSetRow(Base):
    """The data files of a game (`server/datasets.py`), shared by all tables that are played with them."""

    __tablename__ = "data_sets"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The fingerprint of the data."""
    game: Mapped[str] = mapped_column(String(32))
    content: Mapped[bytes] = mapped_column(LargeBinary)
    """The text of each file by its name: JSON, compressed by zlib."""


class PlanRow(Base):
    """A plan of a computer player: what it was up to when it began an activation."""

    __tablename__ = "plans"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    moves: Mapped[int] = mapped_column(Integer, primary_key=True)
    """The number of moves of the record when the plan was made."""
    digest: Mapped[str] = mapped_column(String(16))
    """The fingerprint of the position that follows: a plan whose move was taken back has another one."""
    is_open: Mapped[bool] = mapped_column(Boolean)
    """Whether the other seat saw everything that the program saw: only then may it be told during the game."""
    said: Mapped[str] = mapped_column(Text)
    """The aims in each language, and the chance that was expected, as JSON."""


class AnalysisRow(Base):
    """The analysis of a game, as it was found."""

    __tablename__ = "analyses"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    """The seat through whose eyes it looks during the game; -1: the whole truth after the end."""
    moves: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(16))
    """The place in the game to which it belongs."""
    found: Mapped[str] = mapped_column(Text)


class ChatRow(Base):
    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int | None] = mapped_column(Integer)
    """The seat that wrote the line; null: a note from the server, which onlookers may also read."""
    text: Mapped[str] = mapped_column(String(1000))
    """The text of the line. Of a note only the key is stored, and each reader sees it in their own language."""
    note: Mapped[str | None] = mapped_column(String(32))
    about: Mapped[str | None] = mapped_column(String(32))
    """The side that a note is about."""
    at: Mapped[float] = mapped_column(Float)


class AccountRow(Base):
    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(80), unique=True)
    """The name with its case folded: two accounts may not differ in case alone."""
    password: Mapped[str] = mapped_column(String(200))
    created: Mapped[float] = mapped_column(Float)
    banned: Mapped[float | None] = mapped_column(Float)
    """When an operator has banned the account; null: it is not banned."""


class LoginRow(Base):
    __tablename__ = "logins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[float] = mapped_column(Float)
    id: Mapped[str] = mapped_column(String(32), unique=True, index=True)
    """The id of the session in lists. It is not secret, and it stays when the token changes."""
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)
    """The last use of the session, to the hour."""
    agent: Mapped[str] = mapped_column(String(80))
    """Browser and system, as in "Firefox, Linux"."""


class DeviceRow(Base):
    """A device on which somebody has logged in to an account: it is not slowed when others guess at the password."""

    __tablename__ = "devices"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The hash of the device's cookie. A browser has one cookie, whichever accounts log in there."""
    account_id: Mapped[int] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True, autoincrement=False
    )
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)


class ActRow(Base):
    """What an operator has done with `stavka admin`: servers that run on this database read it, and forget what they
    hold in memory of it."""

    __tablename__ = "acts"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)
    kind: Mapped[str] = mapped_column(String(16))
    """"table": something about a table; "people": something about accounts, sessions or bans."""
    about: Mapped[str] = mapped_column(String(32))
    """The id of the table, if it is about one."""
    what: Mapped[str] = mapped_column(String(200))
    """What was done, in a sentence."""
    at: Mapped[float] = mapped_column(Float)


class NoticeRow(Base):
    """A "your move" notice that waits to be sent."""

    __tablename__ = "notices"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    due: Mapped[float] = mapped_column(Float, index=True)
    tries: Mapped[int] = mapped_column(Integer)
