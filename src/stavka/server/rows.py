"""The rows of the database. A game is its header (`tables`) and what was done (`moves`)."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Float, ForeignKey, Integer, MetaData, String, Text
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
    """Of the dice: the one secret that is stored as it is. It leaves the server when the game is over."""
    seeded: Mapped[bool] = mapped_column(Boolean)
    """Whether whoever made the table chose or knows the seed."""
    program_seed: Mapped[str] = mapped_column(String(32))
    """Of the programs at the table; it has nothing to do with the dice."""
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
    """When somebody's clock runs out."""
    draw_by: Mapped[int | None] = mapped_column(Integer)
    takeback_by: Mapped[int | None] = mapped_column(Integer)
    may_take_back: Mapped[bool] = mapped_column(Boolean)
    """Whether a side may ask the other one to let it take back past what was rolled, shown or decided."""
    data_hash: Mapped[str | None] = mapped_column(String(64))
    """The fingerprints of data and rules with which the game is played; null: from before they were stored."""
    rules_hash: Mapped[str | None] = mapped_column(String(64))
    version: Mapped[int] = mapped_column(Integer)
    """Goes up with every change: a server whose cache is older than what another one has stored cannot write."""
    agreed: Mapped[str] = mapped_column(String(32))
    """The seats that agree to go on with other data or rules, as in "0,1"."""


class SeatRow(Base):
    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[str] = mapped_column(String(32))
    """"person", or the name of a program."""
    key_hash: Mapped[str | None] = mapped_column(String(64), index=True)
    """Of the key that the player holds; null: nobody has taken the seat."""
    invitation_hash: Mapped[str | None] = mapped_column(String(64))
    """Of the invitation that the host has sent; null: there is none, or it has been used."""
    used: Mapped[bool] = mapped_column(Boolean)
    """Whether somebody has sat down here with the key."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"), index=True)
    email: Mapped[str | None] = mapped_column(String(254))
    standing: Mapped[str] = mapped_column(Text)
    """Standing answers by question, as JSON."""


class MoveRow(Base):
    """One thing that was done: a pick, an answer of chance, a taking back, an end by agreement."""

    __tablename__ = "moves"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    n: Mapped[int] = mapped_column(Integer, primary_key=True)
    change: Mapped[int] = mapped_column(Integer)
    """A pick and the answers of chance to it are one change."""
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int | None] = mapped_column(Integer)
    what: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(16))
    seen_by: Mapped[int | None] = mapped_column(Integer)
    """The only seat that may know that this was done; null: everybody."""
    told: Mapped[str | None] = mapped_column(Text)
    """What it added to the log, as JSON: `[name, values, rules, seats]` for each event. It outlives other rules."""
    at: Mapped[float] = mapped_column(Float)


class ChatRow(Base):
    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int | None] = mapped_column(Integer)
    """null: a note of the server's, which onlookers may read too."""
    text: Mapped[str] = mapped_column(String(1000))
    """What was said; of a note only its key is stored, and everybody reads it in his language."""
    note: Mapped[str | None] = mapped_column(String(32))
    about: Mapped[str | None] = mapped_column(String(32))
    """The side that a note tells of."""
    at: Mapped[float] = mapped_column(Float)


class AccountRow(Base):
    __tablename__ = "accounts"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(80), unique=True)
    """The name without capitals: two accounts may not differ in those alone."""
    password: Mapped[str] = mapped_column(String(200))
    created: Mapped[float] = mapped_column(Float)


class LoginRow(Base):
    __tablename__ = "logins"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    csrf: Mapped[str] = mapped_column(String(64))
    expires: Mapped[float] = mapped_column(Float)
    id: Mapped[str] = mapped_column(String(32), unique=True, index=True)
    """What the session is called in lists: no secret, and it stays when the token changes."""
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)
    """Its last use, to the hour."""
    agent: Mapped[str] = mapped_column(String(80))
    """Browser and system, as in "Firefox, Linux"."""


class DeviceRow(Base):
    """A device where somebody has logged in to an account: it is not slowed when others guess at the password."""

    __tablename__ = "devices"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of its cookie. One browser has one, whichever accounts log in there."""
    account_id: Mapped[int] = mapped_column(
        ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True, autoincrement=False
    )
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)


class NoticeRow(Base):
    """A "your move" that waits to be sent."""

    __tablename__ = "notices"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    due: Mapped[float] = mapped_column(Float, index=True)
    tries: Mapped[int] = mapped_column(Integer)
