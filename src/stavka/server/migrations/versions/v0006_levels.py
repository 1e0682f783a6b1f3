"""Levels of the computer player: what was the planner is the level staff"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

SEATS = sa.table("seats", sa.column("player"))


def upgrade() -> None:
    op.execute(SEATS.update().where(SEATS.c.player == "planner").values(player="staff"))


def downgrade() -> None:
    levels = ("recruit", "officer", "staff", "marshal")
    op.execute(SEATS.update().where(SEATS.c.player.in_(levels)).values(player="planner"))
