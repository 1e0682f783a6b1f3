"""Operators: accounts may be banned, and servers read what `stavka admin` has done"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("accounts", sa.Column("banned", sa.Float(), nullable=True))
    op.create_table(
        "acts",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("about", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=200), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acts")),
    )


def downgrade() -> None:
    op.drop_table("acts")
    op.drop_column("accounts", "banned")
