"""Whom to tell, when, what they have been reminded of, and when they are on holiday."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pushes",
        *(sa.Column(name, sa.Text, nullable=False) for name in ("endpoint", "login", "point", "auth")),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name="pk_pushes"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_pushes_user_id"),
    )
    op.create_index("ix_pushes_user_id", "pushes", ["user_id"])
    op.create_table(
        "hours",
        sa.Column("user_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("zone", "digested")),
        *(sa.Column(name, sa.Integer) for name in ("quiet_from", "quiet_to", "digest")),
        sa.Column("owed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_hours"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_hours_user_id"),
    )
    op.create_table(
        "holidays",
        sa.Column("user_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Float, nullable=False) for name in ("starts", "ends")),
        sa.PrimaryKeyConstraint("user_id", "starts", name="pk_holidays"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_holidays_user_id"),
    )
    op.create_table(
        "reminded",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("deadline", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_reminded"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reminded_match_id"),
    )


def downgrade() -> None:
    for table in ("reminded", "holidays", "hours", "pushes"):
        op.drop_table(table)
