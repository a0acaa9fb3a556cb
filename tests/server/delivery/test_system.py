"""System emails show the recipient's vendor."""

import pytest
from pytest_django import Settings

from server.delivery.models import Mailing
from server.delivery.origins import SYSTEM
from server.delivery.services import system
from server.teams.models import Team
from tests.cast import Person

pytestmark = pytest.mark.django_db
CONTEXT = {"name": "Dewi", "link": "https://app.example/validate/x"}


def sent(to: str) -> Mailing:
    return system.send(to=to, template="validate-email", context=CONTEXT, language="en")


def test_a_mail_bears_the_vendor_of_the_person_s_team(alice: Person, settings: Settings) -> None:
    settings.VENDOR = "mt"
    Team.objects.filter(pk=alice.team.pk).update(vendor="cottonink")

    mailing = sent(alice.user.email)

    assert (mailing.origin, mailing.from_name, mailing.from_address) == (SYSTEM, "Cottonink", settings.MAIL_FROM)


def test_a_mail_to_nobody_s_address_bears_the_installation_s(settings: Settings) -> None:
    settings.VENDOR = "purify"

    assert sent("stranger@example.com").from_name == "Purify"
