"""`bin/manage make_operator`: the first operator."""

import pytest
from django.core.management import CommandError, call_command

from server.accounts.models import User
from server.support.models import AuditEntry
from tests.cast import Person

pytestmark = pytest.mark.django_db


def acts_of(person: Person) -> list[AuditEntry]:
    # across teams: a test reads what was recorded of a person
    return list(AuditEntry.objects.filter(user_id=person.user.pk))


def test_the_holder_of_the_address_becomes_an_operator_and_it_is_recorded(alice: Person) -> None:
    call_command("make_operator", alice.user.email.upper())
    call_command("make_operator", alice.user.email)

    assert alice.api.get("admin/teams").json()["code"] == "secondFactorMissing"
    assert alice.caller.is_operator_without_factor
    [act] = acts_of(alice)
    assert (act.kind, act.operator_id, act.user_email) == ("operator.given", None, alice.user.email)


def test_an_address_without_an_account_is_refused(alice: Person) -> None:
    with pytest.raises(CommandError, match="Register it first"):
        call_command("make_operator", "nobody@kopi.example")

    assert not User.objects.filter(is_operator=True).exists()


def test_an_address_that_is_not_validated_is_refused(alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(validated_at=None)

    with pytest.raises(CommandError, match="isn't validated"):
        call_command("make_operator", alice.user.email)

    assert not User.objects.filter(is_operator=True).exists()
    assert acts_of(alice) == []
