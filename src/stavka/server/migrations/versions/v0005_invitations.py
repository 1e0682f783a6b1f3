"""Invitations; data and rules with which a game began; the log as it was told"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("invitation_hash", sa.String(length=64), nullable=True))
    op.add_column("tables", sa.Column("data_hash", sa.String(length=64), nullable=True))
    op.add_column("tables", sa.Column("rules_hash", sa.String(length=64), nullable=True))
    op.add_column("tables", sa.Column("agreed", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("moves", sa.Column("told", sa.Text(), nullable=True))
    # an unused link becomes an invitation: the host knows it, so it must not be a key any longer
    seats = sa.table(
        "seats",
        *(sa.column(name) for name in ("key_hash", "invitation_hash", "player")),
        sa.column("used", sa.Boolean()),
    )
    op.execute(
        seats.update()
        .where(seats.c.used == sa.false(), seats.c.player == "person")
        .values(invitation_hash=seats.c.key_hash, key_hash=None)
    )


def downgrade() -> None:
    seats = sa.table("seats", *(sa.column(name) for name in ("key_hash", "invitation_hash")))
    op.execute(
        seats.update()
        .where(seats.c.invitation_hash.is_not(None), seats.c.key_hash.is_(None))
        .values(key_hash=seats.c.invitation_hash)
    )
    op.drop_column("moves", "told")
    op.drop_column("tables", "version")
    op.drop_column("tables", "agreed")
    op.drop_column("tables", "rules_hash")
    op.drop_column("tables", "data_hash")
    op.drop_column("seats", "invitation_hash")
