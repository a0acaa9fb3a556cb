"""A separate database for a bench: migrated, and dropped afterwards; of Redis the last numbered one."""

import atexit
import os
from urllib.parse import urlsplit, urlunsplit

import django
from psycopg import connect, sql

from bench import migrated

REDIS_DATABASE = 15


def prepare(name: str) -> None:
    """Points the environment at new databases and sets up Django. Must run before any import of Django."""
    given = os.environ["DATABASE_URL"]
    database = f"bench_{name}_{os.getpid()}"
    template = migrated.database()
    copied = sql.Identifier(template or "template1")
    _execute(given, sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(database), copied))
    atexit.register(_execute, given, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database)))
    os.environ["DATABASE_URL"] = urlunsplit(urlsplit(given)._replace(path=f"/{database}"))
    os.environ["REDIS_URL"] = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{REDIS_DATABASE}"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    if template is None:
        migrated.run_migrate(os.environ["DATABASE_URL"])
    django.setup()


def _execute(url: str, statement: sql.Composed) -> None:
    with connect(url, autocommit=True) as connection:
        connection.execute(statement)
