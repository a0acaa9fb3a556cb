"""The onboarding step of contacts."""

from server.contacts.models import Contact
from server.contacts.permissions import CREATE
from server.core.callers import Caller
from server.onboarding.steps import OnboardingStep


def _has_contacts(caller: Caller) -> bool:
    return Contact.objects.for_team(caller).exists()


STEPS = (
    OnboardingStep("addContacts", _has_contacts, permission=CREATE, area="contactManagement", after="confirmSender"),
)
