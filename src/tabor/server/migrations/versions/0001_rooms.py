"""Rooms and their entries."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("config", sql.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
        sql.Column("place", sql.Integer, primary_key=True),
        sql.Column("made", sql.BigInteger, nullable=False),
        sql.Column("entry", sql.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("entries")
    op.drop_table("rooms")
