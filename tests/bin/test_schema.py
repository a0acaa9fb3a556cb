"""The check that lets a start skip `migrate`."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from bin.local import paths, schema
from bin.local.paths import ProductState

CREATE = "CREATE TABLE django_migrations (id serial, app text, name text, applied timestamptz DEFAULT now())"
APPLY = "INSERT INTO django_migrations (app, name) VALUES ('core', %s)"


class Database:
    """A separate namespace in the database of the run."""

    def __init__(self) -> None:
        self.name = f"schema_{uuid4().hex}"
        to = settings.DATABASES["default"]
        address = f"postgresql://{to['USER']}:{to['PASSWORD']}@{to['HOST']}:{to['PORT']}/postgres"
        self.url = f"{address}?options=-csearch_path%3D{self.name}"

    def run(self, statement: str | sql.Composed, *parameters: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement, parameters)


@pytest.fixture
def database() -> Iterator[Database]:
    made = Database()
    made.run(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(made.name)))
    yield made
    made.run(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(made.name)))


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProductState:
    """A state folder, and a project of two files."""
    root = tmp_path / "project"
    (root / "server" / "__pycache__").mkdir(parents=True)
    (root / "server" / "models.py").write_text("before")
    (root / "requirements.txt").write_text("before")
    monkeypatch.setattr(paths, "ROOT", root)
    return ProductState(tmp_path / "state")


def test_a_database_is_current_once_it_was_recorded(state: ProductState, database: Database) -> None:
    database.run(CREATE)
    database.run(APPLY, "0001_initial")
    assert not schema.is_current(state, url=database.url)

    schema.record_migrated(state, url=database.url)
    (paths.ROOT / "server" / "__pycache__" / "models.pyc").write_text("compiled")

    assert schema.is_current(state, url=database.url)


@pytest.mark.parametrize("file", ["server/models.py", "server/new.sql", "requirements.txt"])
def test_changed_code_has_to_migrate(state: ProductState, database: Database, file: str) -> None:
    database.run(CREATE)
    schema.record_migrated(state, url=database.url)

    (paths.ROOT / file).write_text("after")

    assert not schema.is_current(state, url=database.url)


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO django_migrations (app, name) VALUES ('core', '0002_more')",
        "DELETE FROM django_migrations",
        "UPDATE django_migrations SET applied = applied + interval '1 second'",
        "DROP TABLE django_migrations",
    ],
)
def test_another_database_has_to_be_migrated(state: ProductState, database: Database, change: str) -> None:
    database.run(CREATE)
    database.run(APPLY, "0001_initial")
    schema.record_migrated(state, url=database.url)

    database.run(change)

    assert not schema.is_current(state, url=database.url)


def test_nothing_is_recorded_of_a_database_without_migrations(state: ProductState, database: Database) -> None:
    schema.record_migrated(state, url=database.url)

    assert not schema.is_current(state, url=database.url)
    assert not (state.folder / "migrated").exists()
