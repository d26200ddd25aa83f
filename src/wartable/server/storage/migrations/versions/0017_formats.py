"""How the rolls of a match are numbered. Matches from before are of format 1."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("format", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("matches", "format")
