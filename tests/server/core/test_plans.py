"""Statements that are planned for their values at each execution."""

import pytest
from django.db import connection

from server.core.statement_plans import plan_for_values

pytestmark = pytest.mark.django_db


def threshold() -> int | None:
    connection.ensure_connection()
    found: int | None = connection.connection.prepare_threshold
    return found


def test_the_connection_prepares_again_afterwards_also_after_an_error() -> None:
    before = threshold()
    assert before is not None

    with pytest.raises(LookupError), plan_for_values():
        assert threshold() is None
        raise LookupError("in the middle of it")

    assert threshold() == before


def test_one_inside_another_ends_by_itself() -> None:
    before = threshold()

    with plan_for_values():
        with plan_for_values():
            pass
        assert threshold() is None

    assert threshold() == before
