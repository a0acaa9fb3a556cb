"""Surveys: stored unchanged, and limited (SUP-16 to SUP-18)."""

from datetime import UTC, datetime, timedelta

import pytest

from server.core import clock
from server.help.models import SurveyResponse
from tests.cast import Person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The current time of the clock."""
    moments = [NOON]
    monkeypatch.setattr(clock, "now", lambda: moments[-1])
    return moments


def test_csat_keeps_score_and_comment(bob: Person, now: list[datetime]) -> None:
    answer = bob.api.post("survey/csat", {"score": 4, "comment": " Quick "})

    assert (answer.status_code, answer.json()) == (200, {"done": True})
    kept = SurveyResponse.objects.get()
    assert (kept.kind, kept.score, kept.comment, kept.answers) == ("csat", 4, "Quick", {})
    assert (kept.team_id, kept.user_id, kept.created_at) == (bob.team.pk, bob.user.pk, NOON)


def test_the_onboarding_survey_keeps_its_answers(bob: Person, now: list[datetime]) -> None:
    answer = bob.api.post("survey/onboarding", {"answers": {"purpose": "Newsletters", "heardOf": "A friend"}})

    assert (answer.status_code, answer.json()) == (200, {"done": True})
    kept = SurveyResponse.objects.get()
    assert (kept.kind, kept.score, kept.answers) == (
        "onboarding",
        None,
        {"purpose": "Newsletters", "heardOf": "A friend"},
    )


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("csat", {"score": 0}, "score"),
        ("csat", {"score": 6}, "score"),
        ("csat", {"score": 2.5}, "score"),
        ("csat", {}, "score"),
        ("csat", {"score": 3, "comment": "x" * 2001}, "comment"),
        ("onboarding", {"answers": {}}, "answers"),
        ("onboarding", {"answers": {"a b": "c"}}, "answers.a b.[key]"),
        ("onboarding", {"answers": {"purpose": " "}}, "answers.purpose"),
        ("onboarding", {"answers": {f"q{number}": "a" for number in range(21)}}, "answers"),
        ("onboarding", {"answers": {"purpose": "x" * 501}}, "answers.purpose"),
    ],
)
def test_what_is_no_answer_is_refused_and_not_kept(bob: Person, path: str, body: dict[str, object], field: str) -> None:
    answer = bob.api.post(f"survey/{path}", body)

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, field)
    assert not SurveyResponse.objects.exists()


def test_a_person_answers_a_survey_ten_times_a_day(bob: Person, alice: Person, now: list[datetime]) -> None:
    assert [bob.api.post("survey/csat", {"score": 5}).status_code for _ in range(10)] == [200] * 10
    now.append(NOON + timedelta(hours=23))

    refused = bob.api.post("survey/csat", {"score": 5})

    assert (refused.status_code, refused.json()["code"]) == (429, "tooManyRequests")
    assert refused.json()["payload"]["retryAfterSeconds"] == 3600
    assert SurveyResponse.objects.count() == 10
    assert alice.api.post("survey/csat", {"score": 5}).status_code == 200
    assert bob.api.post("survey/onboarding", {"answers": {"purpose": "News"}}).status_code == 200
    now.append(NOON + timedelta(hours=24))
    assert bob.api.post("survey/csat", {"score": 5}).status_code == 200
