"""The tables of the database."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text),
    sa.Column("guest", sa.Boolean, nullable=False),
    sa.Column("admin", sa.Boolean, nullable=False),
    sa.Column("email", sa.Text, nullable=False, default=""),
    sa.Column("webhook", sa.Text, nullable=False, default=""),
    sa.Column("settings", sa.Text, nullable=False, default="{}"),
    sa.Column("created", sa.Float, nullable=False),
    # The same for names that look alike.
    sa.Column("skeleton", sa.Text, nullable=False, index=True),
    # Why somebody may not come in any more.
    sa.Column("banned", sa.Text),
)

logins = sa.Table(
    "logins",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

# Whose logins need the code of an authenticator app: its secret, and the last time step whose code was used.
second_factors = sa.Table(
    "second_factors",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
)

# Browsers that are told when it is somebody's turn, with the login by which they asked for it.
pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("login", sa.Text, nullable=False),
    sa.Column("point", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

# When somebody wants to be told: minutes of the day in a time zone; the day of the last digest, and whether something
# was held back in quiet hours.
hours = sa.Table(
    "hours",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_to", sa.Integer),
    sa.Column("digest", sa.Integer),
    sa.Column("digested", sa.Text, nullable=False),
    sa.Column("owed", sa.Boolean, nullable=False),
)

# What a seat answers when its turn comes, set by its player beforehand: `number` and `own` say how much it had seen and
# decided then.
plans = sa.Table(
    "plans",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("lines", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("own", sa.Integer, nullable=False),
)

# When somebody is away, and their slow clocks stand still.
holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sa.Column("starts", sa.Float, primary_key=True),
    sa.Column("ends", sa.Float, nullable=False),
)

# The deadline before which the players of a match have been reminded.
reminded = sa.Table(
    "reminded",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("deadline", sa.Float, nullable=False),
)

# Secrets that do one thing once: confirm a mail address, set a new password, make a named admin's account.
errands = sa.Table(
    "errands",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("expires", sa.Float, nullable=False),
)

# Who somebody is at a provider of OpenID Connect.
identities = sa.Table(
    "identities",
    metadata,
    sa.Column("issuer", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("by", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
    sa.Column("about", sa.Integer, sa.ForeignKey("users.id")),
    sa.Column("match_id", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("done", sa.Boolean, nullable=False),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("host", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("invite", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("moved", sa.Float, nullable=False),
    sa.Column("due", sa.Text, nullable=False),
    sa.Column("deadline", sa.Float),
    sa.Column("result", sa.Text),
    # Who is to act and when something happened last as far as everybody may know; `due` and `moved` are the truth.
    sa.Column("shown_due", sa.Text, nullable=False),
    sa.Column("shown_moved", sa.Float, nullable=False, index=True),
    # Whether the host has switched talking off.
    sa.Column("quiet", sa.Boolean, nullable=False, default=False),
    # The match that its players play next, once one of them has asked for it.
    sa.Column("again", sa.Text),
    # The tournament that it is played in, and whether others play with the same dice still: nobody looks on then.
    sa.Column("tournament", sa.Text, index=True),
    sa.Column("sealed", sa.Boolean, nullable=False, default=False),
    # The format of its save: how its rolls are numbered.
    sa.Column("format", sa.Integer, nullable=False),
    # The variant that it is played with, whole: its file may change or go.
    sa.Column("variant", sa.Text),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), index=True),
    sa.Column("bot", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)

# The match itself: appended to, never changed. The primary key is what lets only one of two writers win, and a trigger
# (see the migrations) refuses an entry whose number does not follow one that is there. `led` is what an action led to.
entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("value", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("led", sa.LargeBinary),
)

# How each match began, in the records of the rules that it was begun with: what `led` builds on.
openings = sa.Table(
    "openings",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("layout", sa.LargeBinary, nullable=False),
    sa.Column("box", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

# What was found out about the course of a match that is over, by which version of its rules.
courses = sa.Table(
    "courses",
    metadata,
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
)

# What people said at a table, the last lines of it. A number is never used again.
words = sa.Table(
    "words",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), nullable=False, index=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("sign", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_autoincrement=True,
)

# How strong somebody plays a game, and the standard deviation of that estimate.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
)

# The same at the end of each season in which somebody played, and how they did in it: `won` is the share of the
# others that they beat, summed over their matches.
seasons = sa.Table(
    "seasons",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("season", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("won", sa.Float, nullable=False),
)

# Who waits for others to play a game with, when they were last there, and the match that they got.
waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.Column("match_id", sa.Text),
)

# Who has tried the match of a day; the primary key lets everybody try it once.
tries = sa.Table(
    "tries",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), primary_key=True, autoincrement=False),
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), nullable=False, unique=True),
)

# `round` is the one that is played, 0 before the first; `version` grows with every change, so that nobody decides by
# what was true before.
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("host", sa.Integer, sa.ForeignKey("users.id"), nullable=False, index=True),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False, index=True),
    # When the holidays between two seasons end.
    sa.Column("resumes", sa.Float),
)

# Who plays in a tournament, from which round on, and in which one they left.
entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), index=True),
    sa.Column("bot", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("joined", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer),
)

# The tables of each round: entrants by seat, their match, and what counts in its stead (a bye, a forfeit, a
# correction).
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entrants", sa.Text, nullable=False),
    sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id"), unique=True),
    sa.Column("verdict", sa.Text),
)

# Who plays in which division of a season, in what order, and the round that the season begins with.
divisions = sa.Table(
    "divisions",
    metadata,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("division", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
)

# What has happened in a tournament, in sentences; {3} stands for the name of its third entrant.
tidings = sa.Table(
    "tidings",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

# What admins have done, for each other to see.
deeds = sa.Table(
    "deeds",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("by", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

# What an admin has set while the server runs.
facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
