"""Standing answers of each seat"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("standing", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("seats", "standing")
