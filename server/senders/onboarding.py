"""The onboarding step of senders."""

from server.core.callers import Caller
from server.onboarding.steps import OnboardingStep
from server.senders.models import Sender
from server.senders.permissions import EDIT


def _has_sender(caller: Caller) -> bool:
    return Sender.objects.for_team(caller).filter(validated_at__isnull=False).exists()


STEPS = (OnboardingStep("confirmSender", _has_sender, permission=EDIT, area="emailSender"),)
