"""Query plans of the import's address lookup when the statistics lack the team or the whole table."""

from uuid import uuid4

import polars as pl
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.contacts.models import Contact
from server.contacts.sql import imports as imports_sql
from server.contacts.states import ExistingContactPolicy
from server.core import clock
from tests.cast import Person

CONTACTS = 3_000
# With this size, the unique index has one level more than the index of surnames, which are all empty here.
MANY = 20_000


def test_known_addresses_are_looked_up_in_the_unique_index_for_a_team_new_to_the_statistics(
    alice: Person, mallory: Person
) -> None:
    fill(alice)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")
    fill(mallory)

    assert_looked_up_in_the_unique_index(mallory)


def test_known_addresses_are_looked_up_in_the_unique_index_where_the_table_is_taken_for_empty(alice: Person) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE contacts_contact")

    assert_looked_up_in_the_unique_index(alice)


def test_known_addresses_are_looked_up_in_the_unique_index_where_a_vacuum_found_many_pages_without_a_row(
    alice: Person,
) -> None:
    fill(alice, MANY)
    believe_empty()

    assert_looked_up_in_the_unique_index(alice)


def test_no_more_contacts_are_read_for_an_update_than_are_staged(alice: Person) -> None:
    fill(alice, MANY)
    believe_empty()
    team_id = alice.team.pk
    known = imports_sql.lock_existing(team_id, pl.Series([f"r{number}@example.com" for number in range(100)]))
    imports_sql.stage_rows(team_id, known.select("id", "location", pl.lit("+62811").alias("phone")))
    with CaptureQueriesContext(connection) as ran:
        imports_sql.update_staged(
            team_id, ["phone"], existing=ExistingContactPolicy.OVERWRITE, import_id=uuid4(), now=clock.now()
        )
    [update] = [statement["sql"] for statement in ran.captured_queries]
    assert Contact.objects.for_team(team_id).filter(phone="+62811").count() == 100
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {update}")
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "Tid Scan on contacts_contact" in plan
    assert "Hash Join" in plan
    assert "using contact" not in plan


def believe_empty() -> None:
    """Simulates a vacuum that finds pages of uncommitted copied rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', 'contacts_contact',"
            " 'relpages', 30000, 'reltuples', 0::real)"
        )


def assert_looked_up_in_the_unique_index(person: Person) -> None:
    """Explains the address lookup of the file analysis, with its settings."""
    emails = pl.Series([f"r{number}@example.com" for number in range(100)])
    with CaptureQueriesContext(connection) as ran:
        imports_sql.find_existing_emails(person.team.pk, emails)
    with connection.cursor() as cursor:
        for statement in ran.captured_queries:
            sql = statement["sql"]
            if "given" in sql:
                sql = "EXPLAIN " + sql
            if not sql.startswith(("SAVEPOINT", "RELEASE")):
                cursor.execute(sql)
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "using contact_email" in plan
    assert "email >= given.email" in plan[plan.index("Index Cond") :]


def fill(person: Person, count: int = CONTACTS) -> None:
    now = clock.now()
    rows = (
        Contact(team=person.team, email=f"r{number}@example.com", created_at=now, updated_at=now)
        for number in range(count)
    )
    # PostgreSQL accepts at most 65,535 parameters.
    Contact.objects.bulk_create(rows, batch_size=CONTACTS)
