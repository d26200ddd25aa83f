"""What people expect of an account: scopes and sessions, mail that is confirmed, other ways in, bans, reports."""

import sqlalchemy as sa
from alembic import op

from wartable.server.people.names import skeleton

revision = "0010"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("skeleton", sa.Text, nullable=False, server_default=""))
    op.add_column("users", sa.Column("banned", sa.Text))
    op.create_index("ix_users_skeleton", "users", ["skeleton"])
    for name, kind, first in (("scope", sa.Text, "all"), ("agent", sa.Text, ""), ("address", sa.Text, "")):
        op.add_column("logins", sa.Column(name, kind, nullable=False, server_default=first))
    op.add_column("logins", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE logins SET seen = created")
    op.execute("UPDATE logins SET scope = 'play' WHERE kind = 'token'")
    _fill_skeletons()
    op.create_table(
        "errands",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_errands"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_errands_user_id"),
    )
    op.create_index("ix_errands_user_id", "errands", ["user_id"])
    op.create_table(
        "identities",
        sa.Column("issuer", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("user_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("issuer", "subject", name="pk_identities"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_identities_user_id"),
    )
    op.create_index("ix_identities_user_id", "identities", ["user_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("about", sa.Integer),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["by"], ["users.id"], name="fk_reports_by"),
        sa.ForeignKeyConstraint(["about"], ["users.id"], name="fk_reports_about"),
    )


def _fill_skeletons() -> None:
    users = sa.table("users", sa.column("id", sa.Integer), sa.column("name", sa.Text), sa.column("skeleton", sa.Text))
    connection = op.get_bind()
    for row in connection.execute(sa.select(users.c.id, users.c.name)).all():
        connection.execute(sa.update(users).where(users.c.id == row.id).values(skeleton=skeleton(row.name)))


def downgrade() -> None:
    for table in ("reports", "identities", "errands"):
        op.drop_table(table)
    for name in ("seen", "address", "agent", "scope"):
        op.drop_column("logins", name)
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "banned")
    op.drop_column("users", "skeleton")
