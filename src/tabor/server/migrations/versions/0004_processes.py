"""Which processes share the rooms, and by which rules each can play."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sql.Column("name", sql.String(16), primary_key=True),
        sql.Column("rules", sql.Text, nullable=False),
        sql.Column("seen", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("processes")
