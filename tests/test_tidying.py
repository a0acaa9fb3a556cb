"""A test that commits leaves the database as it found it."""

import pytest
from django.db import connection
from django.test import TransactionTestCase

from server.plans.models import Plan
from tests import tidying
from tests.cast import make_person, make_team

pytestmark = pytest.mark.django_db(transaction=True)


def plans() -> list[tuple[object, ...]]:
    return list(Plan.objects.order_by("pk").values_list("pk", "code", "name", "features"))


def rows() -> int:
    """The contents of all tables except those of the plans and Django's own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM at_rest.tables() WHERE relname <> 'plans_plan'")
        counts = " UNION ALL ".join(f"SELECT count(*) AS n FROM public.{name}" for (name,) in cursor.fetchall())  # noqa: S608
        cursor.execute(f"SELECT sum(n) FROM ({counts}) AS c")  # noqa: S608
        return int(cursor.fetchone()[0])


def tidy() -> None:
    tidying._tidy(TransactionTestCase())


def test_what_was_committed_is_gone_and_what_was_there_before_is_back() -> None:
    before = plans()
    make_person("Alice", make_team("Kopi", plan=Plan.objects.create(code="NEW", name="New", features=[])))
    Plan.objects.filter(code="FREE").update(name="Spoilt")
    Plan.objects.filter(code="SCALE").delete()
    assert rows() > 0

    tidy()

    assert rows() == 0
    assert plans() == before
    assert {code for _, code, *_ in before} >= {"FREE", "SCALE"}


def test_many_rows_are_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "MAX_BYTES", 0)
    make_team("Kopi")

    tidy()

    assert rows() == 0
    assert Plan.objects.filter(code="FREE").exists()
