"""What several processes share besides the log of rooms: promises of dice, and decisions that computers must make."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "commitments",
        sql.Column("commitment", sql.String(64), primary_key=True),
        sql.Column("bits", sql.String(64), nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "decisions",
        sql.Column("room", sql.String(32), primary_key=True),
        sql.Column("place", sql.Integer, primary_key=True),
        sql.Column("for_people", sql.Boolean, nullable=False),
        sql.Column("address", sql.String(64), nullable=False),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("free_at", sql.BigInteger, nullable=False),
        sql.Column("worker", sql.String(16)),
    )


def downgrade() -> None:
    op.drop_table("decisions")
    op.drop_table("commitments")
