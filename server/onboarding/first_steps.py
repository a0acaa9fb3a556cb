"""The steps that depend on accounts and teams."""

from server.core.callers import Caller
from server.onboarding.steps import OnboardingStep
from server.teams.permissions import EDIT_TEAM


def _address_is_confirmed(caller: Caller) -> bool:
    return caller.validated


def _team_has_a_name(caller: Caller) -> bool:
    return bool(caller.team_name)


STEPS = (
    OnboardingStep("confirmEmail", _address_is_confirmed),
    OnboardingStep("nameTeam", _team_has_a_name, permission=EDIT_TEAM),
)
