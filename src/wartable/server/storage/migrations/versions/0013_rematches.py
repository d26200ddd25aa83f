"""The match that those who played one play after it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("again", sa.Text))


def downgrade() -> None:
    op.drop_column("matches", "again")
