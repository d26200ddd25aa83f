"""Tournaments in seasons: their divisions, and the holidays between them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("resumes", sa.Float))
    op.create_table(
        "divisions",
        sa.Column("tournament_id", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("season", "number", "first", "division", "place")),
        sa.PrimaryKeyConstraint("tournament_id", "season", "number", name="pk_divisions"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_divisions_tournament_id"),
    )


def downgrade() -> None:
    op.drop_table("divisions")
    op.drop_column("tournaments", "resumes")
