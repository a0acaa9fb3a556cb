"""Checks for the unsubscribe link and the postal address, which laws require."""

from collections.abc import Iterable, Sequence

from server.campaigns import content
from server.campaigns.checks import email_text
from server.campaigns.checks.findings import (
    CampaignCheck,
    CampaignFinding,
    FindingPlace,
    build_blocking,
    build_fine,
    build_warning,
)
from server.campaigns.checks.review import CampaignReview
from server.campaigns.errors import UnsubscribeMissing
from server.delivery.mime.quoted import encode
from server.delivery.tags.tree import If, Node, Origin, Text, Token

_UNSUBSCRIBE_PATH = Text(encode("/u/").decode("ascii"))


def has_unsubscribe_link(nodes: Sequence[Node]) -> bool:
    """Whether every recipient sees the unsubscribe link. A condition counts if all its branches have the link."""
    for first, second, third in zip(nodes, nodes[1:], nodes[2:], strict=False):
        if isinstance(first, Origin) and second == _UNSUBSCRIBE_PATH and isinstance(third, Token):
            return True
    return any(
        isinstance(node, If)
        and has_unsubscribe_link(node.otherwise)
        and all(has_unsubscribe_link(body) for _, body in node.branches)
        for node in nodes
    )


def check_unsubscribe(review: CampaignReview) -> Iterable[CampaignFinding]:
    if review.mail is None:
        return
    if has_unsubscribe_link(review.mail.html):
        yield build_fine("unsubscribeThere", FindingPlace.CONTENT)
    else:
        yield build_blocking("unsubscribeMissing", FindingPlace.CONTENT, UnsubscribeMissing())


def check_address(review: CampaignReview) -> Iterable[CampaignFinding]:
    address = content.build_team_setting(review.team).postal_address
    if not address:
        yield build_warning("addressMissing", FindingPlace.COMPANY)
    elif review.mail is not None:
        shown = " ".join(address.split()) in email_text.extract_visible_text(email_text.render_text(review.mail.html))
        if shown:
            yield build_fine("addressThere", FindingPlace.CONTENT)
        else:
            yield build_warning("addressNotShown", FindingPlace.CONTENT, tag="{{ company_address }}")


UNSUBSCRIBE = CampaignCheck("unsubscribe", check_unsubscribe, may_block=True)
ADDRESS = CampaignCheck("address", check_address)
