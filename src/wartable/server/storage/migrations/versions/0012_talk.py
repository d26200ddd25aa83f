"""What people say at tables, and whether the host wants to hear it."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "words",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sign", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_words"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_words_match_id"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_words_user_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_words_match_id", "words", ["match_id"])
    op.create_index("ix_words_user_id", "words", ["user_id"])


def downgrade() -> None:
    op.drop_table("words")
    op.drop_column("matches", "quiet")
