"""Leases: the servers on this database, and which of them leads a table"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("port", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("process", sa.String(length=128), nullable=False),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.add_column("tables", sa.Column("leader", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("epoch", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_tables_leader", "tables", ["leader"])


def downgrade() -> None:
    op.drop_index("ix_tables_leader", "tables")
    op.drop_column("tables", "epoch")
    op.drop_column("tables", "leader")
    op.drop_table("servers")
