"""An entry is taken only where the one before it is; entries are kept with what they led to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SQLITE = """
CREATE TRIGGER entries_follow BEFORE INSERT ON entries
WHEN NEW.number <> 0 AND NOT EXISTS (
    SELECT 1 FROM entries WHERE match_id = NEW.match_id AND number = NEW.number - 1
)
BEGIN
    SELECT RAISE(ABORT, 'an entry does not follow the last one of its match');
END
"""

POSTGRES = (
    """
CREATE FUNCTION entries_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> 0 AND NOT EXISTS (
        SELECT 1 FROM entries WHERE match_id = NEW.match_id AND number = NEW.number - 1
    ) THEN
        RAISE EXCEPTION 'an entry does not follow the last one of its match' USING ERRCODE = '23514';
    END IF;
    RETURN NEW;
END
$$
""",
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION entries_follow()",
)


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def upgrade() -> None:
    op.add_column("entries", sa.Column("led", sa.LargeBinary))
    op.create_table(
        "openings",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("layout", sa.LargeBinary, nullable=False),
        sa.Column("box", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_openings"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_openings_match_id"),
    )
    op.create_index("ix_matches_host", "matches", ["host"])
    for statement in [SQLITE] if _is_sqlite() else POSTGRES:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TRIGGER entries_follow" if _is_sqlite() else "DROP TRIGGER entries_follow ON entries")
    if not _is_sqlite():
        op.execute("DROP FUNCTION entries_follow")
    op.drop_index("ix_matches_host", "matches")
    op.drop_table("openings")
    op.drop_column("entries", "led")
