"""Notes of the server by key; taking back further can be switched off"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("note", sa.String(length=32), nullable=True))
    op.add_column("chat", sa.Column("about", sa.String(length=32), nullable=True))
    op.add_column("tables", sa.Column("may_take_back", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("tables", "may_take_back")
    op.drop_column("chat", "about")
    op.drop_column("chat", "note")
