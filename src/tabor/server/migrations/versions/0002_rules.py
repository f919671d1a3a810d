"""By which rules a room was made, and what position came of each entry, so that a room outlives an upgrade.

Rooms of before were played by the rules of the time at which sums began to be written down.
"""

from __future__ import annotations

import json
from pathlib import Path

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

VERSION = 1
SUMS = json.loads((Path(__file__).parent.parent / "first_rules.json").read_text())  # by game

ROOMS = sql.table("rooms", sql.column("id"), sql.column("config"), sql.column("version"), sql.column("rules"))


def upgrade() -> None:
    op.add_column("rooms", sql.Column("version", sql.Integer))
    op.add_column("rooms", sql.Column("rules", sql.String(16)))
    op.add_column("entries", sql.Column("stamp", sql.String(16)))
    connection = op.get_bind()
    rows = connection.execute(sql.select(ROOMS.c.id, ROOMS.c.config)).all()
    known = [(id_, SUMS.get(json.loads(config)["game"])) for id_, config in rows]
    for id_, sum_ in known:
        if sum_ is not None:
            connection.execute(ROOMS.update().where(ROOMS.c.id == id_).values(version=VERSION, rules=sum_))


def downgrade() -> None:
    op.drop_column("entries", "stamp")
    op.drop_column("rooms", "rules")
    op.drop_column("rooms", "version")
