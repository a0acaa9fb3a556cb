"""The plan of the import's look for known addresses, where the statistics know another team only, or nobody."""

from django.db import connection

from server.contacts.models import Contact
from server.contacts.sql import imports as imports_sql
from server.core import clock
from tests.cast import Person

CONTACTS = 3_000


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


def assert_looked_up_in_the_unique_index(person: Person) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN SELECT found.id" + imports_sql._FIND,
            {"team": person.team.pk, "emails": "\n".join(f"r{number}@example.com" for number in range(100))},
        )
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert "using contact_email" in plan
    assert "email >= given.email" in plan[plan.index("Index Cond") :]


def fill(person: Person) -> None:
    now = clock.now()
    Contact.objects.bulk_create(
        Contact(team=person.team, email=f"r{number}@example.com", created_at=now, updated_at=now)
        for number in range(CONTACTS)
    )
