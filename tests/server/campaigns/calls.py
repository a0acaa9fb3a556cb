"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

import secrets
from datetime import timedelta
from uuid import UUID

from server.campaigns.ab.models import CampaignVariant
from server.core import clock
from server.senders.models import Sender
from server.teams.models import Team
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_campaign, make_contact, make_sender


def campaign_id(team: Team) -> UUID:
    """Creates a complete draft with a sender and a recipient."""
    make_contact(team, f"{secrets.token_hex(4)}@pelanggan.example")
    sender = Sender.objects.for_team(team).first() or make_sender(team)
    return make_campaign(team, sender=sender, to_all=True).pk


def soon() -> str:
    """Returns a time that is always valid for scheduling."""
    return (clock.now() + timedelta(days=2)).isoformat()


def category_move(team: Team) -> dict[str, str]:
    """Returns a move out of a category that a campaign of the team uses."""
    make_campaign(team, category="News")
    return {"category": "News", "to": "Offers"}


# Codes of the draft's warnings, which do not block it.
SEEN = ["addressMissing", "domainNotSetUp", "preheaderMissing", "tagEmpty"]
# The variants have the same warnings; only their subjects differ.
SEEN_OF_TESTS = SEEN


def test_id(team: Team) -> UUID:
    """Creates a complete A/B test."""
    return make_test(team).pk


def variant_id(team: Team) -> UUID:
    """Returns a variant of the team's newest A/B test."""
    variant = CampaignVariant.objects.for_team(team).order_by("-campaign_id", "number").first()
    return variant.pk if variant else CampaignVariant.objects.for_team(team).get(campaign=make_test(team), number=0).pk


IDS = {
    "email-marketing/{campaign_id}": campaign_id,
    "ab-test/{campaign_id}": test_id,
    "ab-test/send/winner/{campaign_id}": test_id,
    "ab-test/send/winner/{campaign_id}/{variant_id}": variant_id,
}
BODIES = {
    "campaigns_ready": lambda team: {"seen": SEEN},
    "campaigns_create": lambda team: {"name": "May news"},
    "campaigns_category": lambda team: {"category": "News"},
    "campaigns_move_category": category_move,
    "campaigns_reschedule": lambda team: {"scheduleAt": soon()},
    "campaigns_set_defaults": lambda team: {"footer": {"view": False}},
    "campaigns_duplicate": lambda team: {},
    "campaigns_resend": lambda team: {},
    "campaigns_send": lambda team: {},
    "campaigns_send_test": lambda team: {"emails": ["ani@pelanggan.example"]},
    "abtest_ready": lambda team: {"seen": SEEN_OF_TESTS},
    "abtest_reschedule": lambda team: {"scheduleAt": soon()},
    "abtest_create": lambda team: {"name": "May test"},
    "abtest_category": lambda team: {"category": "News"},
    "abtest_duplicate": lambda team: {},
    "abtest_resend": lambda team: {},
    "abtest_send": lambda team: {},
    "abtest_send_test": lambda team: {"emails": ["ani@pelanggan.example"]},
}
