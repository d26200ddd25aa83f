"""The courses of matches that are over, which take long to find."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "courses",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_courses"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_courses_match_id"),
    )


def downgrade() -> None:
    op.drop_table("courses")
