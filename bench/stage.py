"""A database of its own for a bench: migrated, and dropped afterwards; of Redis the last numbered one."""

import atexit
import os
from urllib.parse import urlsplit, urlunsplit

import django
from django.core.management import call_command
from psycopg import connect, sql

REDIS_DATABASE = 15


def prepare(name: str) -> None:
    """Points the environment at fresh stores and sets Django up. To be called before anything of Django is imported."""
    given = os.environ["DATABASE_URL"]
    database = f"bench_{name}_{os.getpid()}"
    _execute(given, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
    atexit.register(_execute, given, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database)))
    os.environ["DATABASE_URL"] = urlunsplit(urlsplit(given)._replace(path=f"/{database}"))
    os.environ["REDIS_URL"] = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{REDIS_DATABASE}"))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    django.setup()
    _migrate()


def _migrate() -> None:
    from django.db import connection  # noqa: PLC0415 -- needs Django

    # Between the statements of a migration Django thinks, on a busy machine for longer than an idle transaction may be.
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    call_command("migrate", verbosity=0)
    connection.close()


def _execute(url: str, statement: sql.Composed) -> None:
    with connect(url, autocommit=True) as connection:
        connection.execute(statement)
