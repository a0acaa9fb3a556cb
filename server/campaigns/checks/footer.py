"""Checks for the unsubscribe link and the postal address, which laws require."""

from collections.abc import Iterable, Sequence

from server.campaigns import content
from server.campaigns.checks import reading
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, blocking, fine, warning
from server.campaigns.checks.review import CampaignReview
from server.campaigns.errors import UnsubscribeMissing
from server.delivery.mime.quoted import encode
from server.delivery.tags.tree import If, Node, Origin, Text, Token

_WAY_OUT = Text(encode("/u/").decode("ascii"))


def leads_out(nodes: Sequence[Node]) -> bool:
    """Whether every recipient sees the unsubscribe link. A condition counts if all its branches have the link."""
    for first, second, third in zip(nodes, nodes[1:], nodes[2:], strict=False):
        if isinstance(first, Origin) and second == _WAY_OUT and isinstance(third, Token):
            return True
    return any(
        isinstance(node, If) and leads_out(node.otherwise) and all(leads_out(body) for _, body in node.branches)
        for node in nodes
    )


def check_unsubscribe(review: CampaignReview) -> Iterable[CampaignFinding]:
    if review.mail is None:
        return
    if leads_out(review.mail.html):
        yield fine("unsubscribeThere", FindingPlace.CONTENT)
    else:
        yield blocking("unsubscribeMissing", FindingPlace.CONTENT, UnsubscribeMissing())


def check_address(review: CampaignReview) -> Iterable[CampaignFinding]:
    address = content.setting_of(review.team).postal_address
    if not address:
        yield warning("addressMissing", FindingPlace.COMPANY)
    elif review.mail is not None:
        shown = " ".join(address.split()) in reading.visible(reading.flat(review.mail.html))
        if shown:
            yield fine("addressThere", FindingPlace.CONTENT)
        else:
            yield warning("addressNotShown", FindingPlace.CONTENT, tag="{{ company_address }}")


WAY_OUT = CampaignCheck("unsubscribe", check_unsubscribe, may_block=True)
ADDRESS = CampaignCheck("address", check_address)
