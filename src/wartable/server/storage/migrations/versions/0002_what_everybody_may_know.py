"""Who is to act, and since when, as far as everybody may know."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_matches_moved", "matches")
    op.add_column("matches", sa.Column("shown_due", sa.Text, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("shown_moved", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE matches SET shown_due = due, shown_moved = moved")
    op.create_index("ix_matches_shown_moved", "matches", ["shown_moved"])


def downgrade() -> None:
    op.drop_index("ix_matches_shown_moved", "matches")
    op.drop_column("matches", "shown_due")
    op.drop_column("matches", "shown_moved")
    op.create_index("ix_matches_moved", "matches", ["moved"])
