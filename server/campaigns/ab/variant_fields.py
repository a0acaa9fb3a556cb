"""A variant as a campaign: the tested property is the variant's, the rest the campaign's."""

from copy import copy

from server.campaigns.ab.models import CampaignVariant
from server.campaigns.ab.states import TestedProperty
from server.campaigns.models import Campaign

# Fields that a variant can override.
OVERRIDABLE_FIELDS = ("subject", "preheader", "sender", "content_kind", "starter", "body", "root", "plain_text")
# Columns that a test takes from the variant. A test of send times takes none.
TESTED_COLUMNS = {
    TestedProperty.SUBJECT: ("subject", "preheader"),
    TestedProperty.SENDER: ("sender",),
    TestedProperty.CONTENT: ("content_kind", "starter", "body", "root", "plain_text"),
    TestedProperty.TIME: (),
}


def apply_variant(campaign: Campaign, variant: CampaignVariant, tested: str) -> Campaign:
    """Returns a copy of the campaign with the variant's content. Do not save the copy."""
    written = copy(campaign)
    for name in TESTED_COLUMNS[TestedProperty(tested)]:
        setattr(written, name, getattr(variant, name))
    return written


def copy_to_campaign(campaign: Campaign, first: CampaignVariant, tested: str) -> bool:
    """Copies the first variant's content to the campaign itself, for lists and for code that handles all kinds.

    Returns whether anything changed.
    """
    changed = [
        name for name in TESTED_COLUMNS[TestedProperty(tested)] if getattr(campaign, name) != getattr(first, name)
    ]
    for name in changed:
        setattr(campaign, name, getattr(first, name))
    return bool(changed)
