"""Second factors: the secrets of authenticator apps."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_factors",
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", name="fk_second_factors_user_id"), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_second_factors"),
    )


def downgrade() -> None:
    op.drop_table("second_factors")
