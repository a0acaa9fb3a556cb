"""Whether a database has already been migrated by this code, without starting Django."""

import hashlib
from pathlib import Path

from bin.local import paths, stamps
from bin.local.paths import ProductState

_NOT_SOURCES = frozenset({"__pycache__"})
# Including times, to distinguish another database with the same migrations.
_APPLIED = "SELECT app, name, applied FROM django_migrations ORDER BY id"


def is_current(state: ProductState, *, url: str) -> bool:
    """Whether `record_migrated` was called for this database, and neither it nor the code has changed since.

    The code is all of server/: `migrate` also creates the rows that apps seed.
    """
    value = _hash_state(url)
    return value is not None and stamps.is_fresh(_get_stamp(state), value)


def record_migrated(state: ProductState, *, url: str) -> None:
    value = _hash_state(url)
    if value is not None:
        stamps.write(_get_stamp(state), value)


def _get_stamp(state: ProductState) -> Path:
    return state.folder / "migrated"


def _hash_state(url: str) -> str | None:
    """A hash of the code and of the database's applied migrations; None if the database can't be read."""
    # This package exists only after the installation.
    import psycopg  # noqa: PLC0415

    try:
        with psycopg.connect(url) as connection:
            applied = connection.execute(_APPLIED).fetchall()
    except psycopg.Error:
        return None
    code = stamps.hash_tree(paths.ROOT / "server", leave_out=_NOT_SOURCES) + stamps.hash_files(
        [paths.ROOT / "requirements.txt"]
    )
    return hashlib.sha256(f"{code}\n{applied}".encode()).hexdigest()
