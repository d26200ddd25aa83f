"""Ratings with their uncertainty, seasons, people who wait for others, and the match of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

# Ratings of before keep their value, and are as uncertain as those of new players.
UNCERTAIN = "420"


def _user_id(table: str) -> list[sa.Column[int] | sa.ForeignKeyConstraint]:
    column = sa.Column("user_id", sa.Integer, nullable=False)
    return [column, sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=f"fk_{table}_user_id")]


def upgrade() -> None:
    op.add_column("ratings", sa.Column("deviation", sa.Float, nullable=False, server_default=sa.text(UNCERTAIN)))
    op.create_table(
        "seasons",
        *_user_id("seasons"),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "season")),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("rating", "deviation", "won")),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "season", name="pk_seasons"),
    )
    op.create_table(
        "waiting",
        *_user_id("waiting"),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "clock")),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("since", "seen")),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.PrimaryKeyConstraint("user_id", name="pk_waiting"),
    )
    op.create_table(
        "tries",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("day", "game", "match_id")),
        *_user_id("tries"),
        sa.PrimaryKeyConstraint("day", "game", "user_id", name="pk_tries"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_tries_match_id"),
        sa.UniqueConstraint("match_id", name="uq_tries_match_id"),
    )


def downgrade() -> None:
    for table in ("tries", "waiting", "seasons"):
        op.drop_table(table)
    op.drop_column("ratings", "deviation")
