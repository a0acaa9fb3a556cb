"""A migrated database that tests and benches copy, since migrating takes six seconds of CPU.

If the environment names one, the first process that needs it creates it, and the others wait.
"""

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import django
from django.core.management import call_command
from psycopg import connect, sql

ROOT: Final = Path(__file__).resolve().parents[1]
NAME: Final = "MIGRATED_DATABASE"
_LOCK: Final = 0x4D494752


def choose() -> None:
    """Sets the name of the database in the environment of this run's processes."""
    os.environ[NAME] = f"migrated_{os.getpid()}"


def database() -> str | None:
    """The database to copy, or None if the environment names none."""
    wanted = os.environ.get(NAME)
    if wanted is None:
        return None
    with connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [wanted]).fetchone() is None:
            part = f"{wanted}_part"
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(part)))
            address = urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{part}"))
            run_migrate(address)
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(rename.format(sql.Identifier(part), sql.Identifier(wanted)))
    return wanted


def drop() -> None:
    wanted = os.environ.pop(NAME)
    with connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        for each in (wanted, f"{wanted}_part"):
            dropping = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            connection.execute(dropping.format(sql.Identifier(each)))


def run_migrate(url: str) -> None:
    """Migrates a database in another process, since the models of every state between migrations stay in memory."""
    settings = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "server.settings"}
    subprocess.run([sys.executable, "-m", "bench.migrated"], cwd=ROOT, env=os.environ | settings, check=True)


def _migrate() -> None:
    from django.db import connection  # noqa: PLC0415 -- needs Django

    # Django can pause between the statements of a migration for longer than the timeout of idle transactions.
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = 0")
    call_command("migrate", verbosity=0)
    connection.close()


if __name__ == "__main__":
    # It would traverse the models of every state between migrations, which takes a quarter of the time.
    gc.disable()
    django.setup()
    _migrate()
