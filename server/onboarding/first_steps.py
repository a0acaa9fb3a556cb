"""The steps that depend on accounts and teams."""

from server.core.callers import Caller
from server.onboarding.steps import OnboardingStep
from server.teams.permissions import EDIT_TEAM


def _has_confirmed_address(caller: Caller) -> bool:
    return caller.validated


def _has_team_name(caller: Caller) -> bool:
    return bool(caller.team_name)


STEPS = (
    OnboardingStep("confirmEmail", _has_confirmed_address),
    OnboardingStep("nameTeam", _has_team_name, permission=EDIT_TEAM),
)
