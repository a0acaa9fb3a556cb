"""Survey responses, stored unchanged, with a daily limit per user."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from server.accounts.models import User
from server.core import clock
from server.core.callers import Caller
from server.core.errors import TooManyRequests
from server.help.models import SurveyKind, SurveyResponse
from server.help.schemas import CsatIn, OnboardingSurveyIn

# Per user and survey.
MAX_RESPONSES_PER_DAY = 10
DAY = timedelta(days=1)


def submit_csat(*, survey: CsatIn, by: Caller) -> SurveyResponse:
    """Raises TooManyRequests above the daily limit."""
    return _store_response(SurveyKind.CSAT, by=by, score=survey.score, comment=survey.comment)


def submit_onboarding(*, survey: OnboardingSurveyIn, by: Caller) -> SurveyResponse:
    """Raises TooManyRequests above the daily limit."""
    return _store_response(SurveyKind.ONBOARDING, by=by, answers=survey.answers)


@transaction.atomic
def _store_response(kind: SurveyKind, *, by: Caller, **given: Any) -> SurveyResponse:
    now = clock.now()
    User.objects.select_for_update().get(pk=by.user_id)  # parallel calls see each other's rows
    # across teams: the limit is a person's
    today = SurveyResponse.objects.filter(user_id=by.user_id, kind=kind, created_at__gt=now - DAY)
    times = list(today.order_by("-created_at").values_list("created_at", flat=True)[:MAX_RESPONSES_PER_DAY])
    if len(times) == MAX_RESPONSES_PER_DAY:
        raise TooManyRequests(payload={"retryAfterSeconds": int((times[-1] + DAY - now).total_seconds())})
    return SurveyResponse.objects.create(team_id=by.team_id, user_id=by.user_id, kind=kind, created_at=now, **given)
