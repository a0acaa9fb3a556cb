"""The onboarding checklist: completed by the team's real data."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from server.accounts.models import User
from server.campaigns.models import Campaign
from server.contacts.models import Contact
from server.core import clock
from server.core.callers import FeatureState
from server.core.models import Job
from server.onboarding import steps
from server.onboarding.models import MissionDismissal
from server.onboarding.steps import OnboardingStep, register
from server.senders.models import Sender
from server.teams.models import Team
from tests.cast import Person, make_person, make_team

pytestmark = pytest.mark.django_db

ORDER = ["confirmEmail", "nameTeam", "confirmSender", "addContacts", "sendCampaign"]


def confirm_sender(team: Team) -> None:
    Sender.objects.create(
        team=team,
        name="Kopi",
        email="news@kopi.example",
        domain="kopi.example",
        created_at=clock.now(),
        validated_at=clock.now(),
    )


def add_contact(team: Team) -> None:
    now = clock.now()
    Contact.objects.create(team=team, email="sari@x.example", created_at=now, updated_at=now)


def send_campaign(team: Team) -> None:
    now = clock.now()
    Campaign.objects.create(team=team, name="First", created_at=now, updated_at=now, started_at=now)


@pytest.fixture
def newcomer() -> Person:
    """An admin whose address is not confirmed, in a team without a name."""
    person = make_person("Alice", make_team(""), role="admin")
    User.objects.filter(pk=person.user.pk).update(validated_at=None)
    return person


def done(person: Person) -> dict[str, bool]:
    return {step["name"]: step["done"] for step in person.api.get("companies/onboarding").json()["features"]}


def test_a_new_team_has_everything_before_it(newcomer: Person) -> None:
    mission = newcomer.api.get("companies/onboarding").json()

    assert [step["name"] for step in mission["features"]] == ORDER
    assert [step["done"] for step in mission["features"]] == [False] * 5
    assert (mission["done"], mission["total"], mission["percentage"], mission["dismissed"]) == (0, 5, 0, False)


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("confirmEmail", lambda person: User.objects.filter(pk=person.user.pk).update(validated_at=clock.now())),
        ("nameTeam", lambda person: Team.objects.filter(pk=person.team.pk).update(name="Kopi")),
        ("confirmSender", lambda person: confirm_sender(person.team)),
        ("addContacts", lambda person: add_contact(person.team)),
        ("sendCampaign", lambda person: send_campaign(person.team)),
    ],
)
def test_each_step_is_done_by_what_it_names(newcomer: Person, name: str, does: Callable[[Person], None]) -> None:
    does(newcomer)

    assert done(newcomer) == {step: step == name for step in ORDER}
    assert newcomer.api.get("companies/onboarding").json()["percentage"] == 20


def test_what_is_only_begun_is_not_done(newcomer: Person) -> None:
    now = clock.now()
    Sender.objects.create(team=newcomer.team, name="K", email="a@k.example", domain="k.example", created_at=now)
    Campaign.objects.create(team=newcomer.team, name="Draft", created_at=now, updated_at=now)

    assert not any(done(newcomer).values())


def test_what_another_team_has_does_not_count(newcomer: Person, mallory: Person) -> None:
    for act in (confirm_sender, add_contact, send_campaign):
        act(mallory.team)

    assert not any(done(newcomer).values())


def test_a_hundred_percent_is_all_of_it(alice: Person) -> None:
    for act in (confirm_sender, add_contact):
        act(alice.team)
    assert alice.api.get("companies/onboarding").json()["percentage"] == 80

    send_campaign(alice.team)

    mission = alice.api.get("companies/onboarding").json()
    assert (mission["done"], mission["total"], mission["percentage"]) == (5, 5, 100)


def test_nobody_is_asked_for_what_their_role_cannot_do(bob: Person) -> None:
    assert "nameTeam" not in done(bob)
    assert "confirmEmail" in done(bob)


def test_nobody_is_asked_for_what_the_plan_lacks(alice: Person) -> None:
    caller = replace(alice.caller, features={"contactManagement": {"": FeatureState.DISABLED}})

    assert [step.name for step in steps.list_steps() if step.is_for(caller)] == ["confirmEmail", "nameTeam"]


def test_it_is_put_away_and_brought_back_by_each_for_themselves(alice: Person, bob: Person) -> None:
    for _ in range(2):
        assert alice.api.put("companies/onboarding", {"dismissed": True}).json()["dismissed"] is True
    assert MissionDismissal.objects.count() == 1
    assert bob.api.get("companies/onboarding").json()["dismissed"] is False

    for _ in range(2):
        assert alice.api.put("companies/onboarding", {"dismissed": False}).json()["dismissed"] is False

    assert alice.api.get("companies/onboarding").json()["dismissed"] is False
    assert not MissionDismissal.objects.exists()


def test_nothing_can_be_ticked_off_by_hand(newcomer: Person) -> None:
    answer = newcomer.api.put("companies/onboarding", {"features": [{"name": "nameTeam", "done": True}]})

    assert answer.status_code == 400
    assert not any(done(newcomer).values())
    assert not MissionDismissal.objects.exists()


def test_it_takes_a_constant_number_of_queries(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):  # the caller, three steps with a query, the dismissal
        alice.api.get("companies/onboarding")


def test_two_steps_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="confirmEmail"):
        register(OnboardingStep("confirmEmail", lambda caller: True))

    assert [step.name for step in steps.list_steps()] == ORDER
    assert not Job.objects.exists()
