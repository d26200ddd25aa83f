"""Commands for the owner of the machine, directly on the database: make an admin, or a link for a new password."""

import time

import sqlalchemy as sa

from wartable.errors import WartableError

from ..storage.migrate import said_in_a_sentence, upgrade
from ..storage.schema import errands, users
from ..storage.store import make_engine
from .names import key_of
from .one_time_links import DAY, WITHOUT_FACTOR
from .passwords import hash_secret, new_secret


def change_account(url: str, name: str, admin: bool | None, reset: bool) -> str:
    """Grant or remove admin rights; with `reset`, return the secret of a link for a new password, valid for a day."""
    upgrade(url)
    secret = new_secret() if reset else ""
    with said_in_a_sentence(url):
        engine = make_engine(url)
        try:
            with engine.begin() as connection:
                wanted = sa.select(users.c.id).where(users.c.key == key_of(name), users.c.guest.is_(False))
                user_id = connection.execute(wanted).scalar()
                if user_id is None:
                    raise WartableError(f"there is no account {name}")
                if admin is not None:
                    connection.execute(sa.update(users).where(users.c.id == user_id).values(admin=admin))
                if secret:
                    row = {"hash": hash_secret(secret), "user_id": user_id, "kind": "password", "value": WITHOUT_FACTOR}
                    connection.execute(sa.insert(errands).values(**row, expires=time.time() + DAY))
        finally:
            engine.dispose()
    return secret
