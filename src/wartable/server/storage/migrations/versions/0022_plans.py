"""Answers that players give in advance."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plans",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("match_id", "lines")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seat", "number", "own")),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id"),
    )


def downgrade() -> None:
    op.drop_table("plans")
