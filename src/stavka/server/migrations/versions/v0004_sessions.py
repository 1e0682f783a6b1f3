"""Sessions that can be listed; devices that an account knows"""

import secrets
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None

LOGIN_SECONDS = 30 * 86400
"""The duration of sessions that were made without an expiry date."""


def upgrade() -> None:
    for name in ("created", "used"):
        op.add_column("logins", sa.Column(name, sa.Float(), nullable=False, server_default="0"))
    op.add_column("logins", sa.Column("agent", sa.String(length=80), nullable=False, server_default=""))
    op.add_column("logins", sa.Column("id", sa.String(length=32), nullable=False, server_default=""))
    fill()
    op.create_index(op.f("ix_logins_id"), "logins", ["id"], unique=True)
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_devices_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", "account_id", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_account_id"), "devices", ["account_id"], unique=False)


def fill() -> None:
    """Migrate the sessions, so that users stay logged in."""
    logins = sa.table("logins", *(sa.column(name) for name in ("token_hash", "expires", "id", "created", "used")))
    rows = op.get_bind()
    for token_hash, expires in rows.execute(sa.select(logins.c.token_hash, logins.c.expires)).all():
        made = expires - LOGIN_SECONDS
        values = {"id": secrets.token_urlsafe(12), "created": made, "used": made}
        rows.execute(sa.update(logins).where(logins.c.token_hash == token_hash).values(values))


def downgrade() -> None:
    op.drop_index(op.f("ix_devices_account_id"), table_name="devices")
    op.drop_table("devices")
    op.drop_index(op.f("ix_logins_id"), table_name="logins")
    for name in ("id", "agent", "used", "created"):
        op.drop_column("logins", name)
