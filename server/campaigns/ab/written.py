"""A variant as a campaign: what is tested is the variant's, everything else the campaign's."""

from copy import copy

from server.campaigns.ab.models import CampaignVariant
from server.campaigns.ab.states import Tested
from server.campaigns.models import Campaign

# What a variant may have of its own.
OWN = ("subject", "preheader", "sender", "content_kind", "starter", "body", "root", "plain_text")
# Which columns a test of each kind takes from the variant. A time has none: it differs in when it is sent.
COLUMNS = {
    Tested.SUBJECT: ("subject", "preheader"),
    Tested.SENDER: ("sender",),
    Tested.CONTENT: ("content_kind", "starter", "body", "root", "plain_text"),
    Tested.TIME: (),
}


def as_variant(campaign: Campaign, variant: CampaignVariant, tested: str) -> Campaign:
    """The campaign as the variant writes it: a copy that is not to be saved."""
    written = copy(campaign)
    for name in COLUMNS[Tested(tested)]:
        setattr(written, name, getattr(variant, name))
    return written


def mirror(campaign: Campaign, first: CampaignVariant, tested: str) -> bool:
    """Puts what the first variant writes on the campaign itself, for lists and for what looks at any campaign.

    Whether that changed something.
    """
    changed = [name for name in COLUMNS[Tested(tested)] if getattr(campaign, name) != getattr(first, name)]
    for name in changed:
        setattr(campaign, name, getattr(first, name))
    return bool(changed)
