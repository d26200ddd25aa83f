"""Tournaments: entrants, the tables of their rounds, and what has happened in them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def _of_tournament(table: str) -> list[sa.Column[str] | sa.ForeignKeyConstraint]:
    name = f"fk_{table}_tournament_id"
    return [
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=name),
    ]


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament", sa.Text))
    op.add_column("matches", sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_tournament", "matches", ["tournament"])
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "game", "status", "settings")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("host", "round", "version")),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["host"], ["users.id"], name="fk_tournaments_host"),
    )
    for name in ("host", "status", "created"):
        op.create_index(f"ix_tournaments_{name}", "tournaments", [name])
    op.create_table(
        "entrants",
        *_of_tournament("entrants"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joined", sa.Integer, nullable=False),
        sa.Column("left", sa.Integer),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_entrants"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_entrants_user_id"),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "pairings",
        *_of_tournament("pairings"),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("verdict", sa.Text),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name="pk_pairings"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_pairings_match_id"),
        sa.UniqueConstraint("match_id", name="uq_pairings_match_id"),
    )
    op.create_table(
        "tidings",
        sa.Column("id", sa.Integer, nullable=False),
        *_of_tournament("tidings"),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tidings"),
    )
    op.create_index("ix_tidings_tournament_id", "tidings", ["tournament_id"])


def downgrade() -> None:
    for table in ("tidings", "pairings", "entrants", "tournaments"):
        op.drop_table(table)
    op.drop_index("ix_matches_tournament", "matches")
    op.drop_column("matches", "sealed")
    op.drop_column("matches", "tournament")
