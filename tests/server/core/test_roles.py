"""The database roles of compose.yaml, created by its own file: the permissions of the application."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from django.db import Error, connection, transaction
from django.test import TestCase

from server.core import jobs, partitions, system_email
from tests.cast import Person
from tests.conftest import ApiClient

pytestmark = pytest.mark.django_db

ROLES = (Path(__file__).resolve().parents[3] / "docker" / "postgres" / "roles.sql").read_text()
OWNER, APP = "test_roles_owner", "test_roles_app"


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def roles() -> None:
    """Both roles, removed with the test's transaction."""
    for name, value in {
        "roles.owner": OWNER,
        "roles.owner_password": "o" * 32,
        "roles.app": APP,
        "roles.app_password": "it's '; DROP TABLE",
    }.items():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config(%s, %s, true)", [name, value])
    execute(ROLES)
    execute(ROLES)  # safe to run again


@pytest.fixture
def app_role(roles: None, alice: Person) -> Iterator[None]:
    execute(f"SET LOCAL ROLE {APP}")
    yield
    execute("RESET ROLE")


def refused(statement: str) -> str:
    """The SQLSTATE with which the database rejects a statement."""
    with pytest.raises(Error) as error, transaction.atomic():
        execute(statement)
    return str(error.value.__cause__.sqlstate)  # type: ignore[union-attr]


@pytest.mark.usefixtures("app_role")
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE loot (x int)",
        "CREATE SCHEMA loot",
        "CREATE FUNCTION loot() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "ALTER TABLE support_auditentry DISABLE TRIGGER support_record_is_kept",
        "ALTER TABLE support_auditentry DISABLE TRIGGER ALL",
        "DROP TRIGGER support_record_is_kept ON support_auditentry",
        "ALTER TABLE accounts_user ADD COLUMN x int",
        "ALTER FUNCTION core_make_partition(text, date, text[]) SECURITY INVOKER",
        "DROP TABLE accounts_user",
        "TRUNCATE accounts_user",
        "CREATE INDEX ON accounts_user (email)",
        "SET LOCAL session_replication_role = replica",
        "COPY accounts_user TO PROGRAM 'cat'",
        "COPY accounts_user FROM PROGRAM 'echo'",
        "COPY accounts_user TO '/tmp/loot'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT pg_ls_dir('/')",
        "SELECT lo_import('/etc/passwd')",
        "CREATE ROLE loot SUPERUSER",
        f"ALTER ROLE {APP} SUPERUSER",
        "SELECT * FROM pg_authid",
    ],
)
def test_the_application_is_refused_what_is_not_rows(statement: str) -> None:
    assert refused(statement) == "42501"  # insufficient_privilege


@pytest.mark.usefixtures("app_role")
def test_the_application_reads_and_writes_every_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
            " AND (c.relkind IN ('r', 'p')"
            "      AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')"
            "               AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))"
            "      OR c.relkind = 'S' AND NOT has_sequence_privilege(c.oid, 'USAGE'))"
        )
        assert cursor.fetchall() == []


@pytest.mark.usefixtures("app_role")
def test_the_application_does_its_work(alice: Person, redis_client: object) -> None:
    with TestCase.captureOnCommitCallbacks():
        made = alice.api.post("contacts", {"email": "ani@example.com"})
        listed = alice.api.get("contacts?page=1&size=10")
        jobs.enqueue("test.job", key="x", number=1)
        system_email.send(
            to="ani@example.com", template="validate-email", context={"name": "A", "link": "x"}, language="en"
        )
    signed_out = ApiClient(alice.token).post("logout")

    assert made.status_code in (200, 201), made.content
    assert (listed.status_code, len(listed.json()["items"])) == (200, 1)
    assert signed_out.status_code == 200
    # The statements of an import on its rows.
    execute("CREATE TEMP TABLE staged (x int) ON COMMIT DROP")
    execute("ANALYZE contacts_contact")


@pytest.mark.usefixtures("app_role")
def test_the_application_keeps_its_partitions() -> None:
    partitions.create_partitions([date(2019, 1, 1), date(2019, 2, 1)])
    execute("INSERT INTO delivery_event SELECT * FROM delivery_event WHERE false")
    execute("SELECT * FROM delivery_send_log_2019_01")

    dropped = partitions.drop_before(date(2019, 2, 1))

    assert dropped == sorted(f"{parent}_2019_01" for parent in partitions.PARTITIONED_TABLES)
    assert [name for name in partitions.drop_before(date(2019, 3, 1)) if "2019" in name] == sorted(
        f"{parent}_2019_02" for parent in partitions.PARTITIONED_TABLES
    )


@pytest.mark.usefixtures("roles")
def test_neither_role_is_more_than_it_says_and_nobody_else_connects() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolname, rolcanlogin, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls,"
            " has_database_privilege(rolname, current_database(), 'CREATE'), pg_has_role(rolname, %s, 'MEMBER')"
            " FROM pg_roles WHERE rolname IN (%s, %s) ORDER BY rolname",
            [OWNER, OWNER, APP],
        )
        assert cursor.fetchall() == [(APP, True, False, False, False), (OWNER, True, False, False, True)]
        cursor.execute("SELECT has_database_privilege('public', current_database(), 'CONNECT')")
        assert cursor.fetchone() == (False,)
        cursor.execute(
            "SELECT c.relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace"
            " AND relkind IN ('r', 'p', 'v', 'S') AND relowner <> %s::regrole",
            [OWNER],
        )
        assert cursor.fetchall() == []


@pytest.mark.usefixtures("roles")
def test_what_the_owner_makes_the_application_can_use() -> None:
    execute(f"SET LOCAL ROLE {OWNER}")
    execute("CREATE TABLE made_later (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)")
    execute(f"SET LOCAL ROLE {APP}")

    execute("INSERT INTO made_later DEFAULT VALUES")

    assert refused("DROP TABLE made_later") == "42501"
    execute("RESET ROLE")
