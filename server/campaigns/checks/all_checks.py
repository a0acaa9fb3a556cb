"""All checks, in the order of display and of blocking."""

from collections.abc import Collection, Sequence

from server.campaigns.checks import (
    allowances,
    audience,
    footer,
    images,
    links,
    sender,
    size,
    subject,
    tag_values,
    texts,
    wording,
)
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, Level
from server.campaigns.checks.review import CampaignReview

CHECKS: tuple[CampaignCheck, ...] = (
    texts.TEXTS,
    sender.SENDER,
    audience.AUDIENCE,
    texts.TAGS,
    footer.UNSUBSCRIBE,
    allowances.PAUSE,
    allowances.QUOTA,
    subject.SUBJECT,
    tag_values.TAG_VALUES,
    links.LINK_RESPONSES,
    links.LINK_FORM,
    images.IMAGES,
    size.SIZE,
    footer.ADDRESS,
    wording.WORDING,
)


def list_findings(review: CampaignReview) -> Sequence[CampaignFinding]:
    found = [finding for check in (*CHECKS, *review.besides) for finding in review.run_check(check)]
    order = list(Level)
    return sorted(found, key=lambda finding: order.index(finding.level))


def raise_first_blocking(review: CampaignReview, *, but: Collection[CampaignCheck] = ()) -> None:
    """Raises the error of the first blocking finding. Does not run the checks in `but`."""
    for check in (*CHECKS, *review.besides):
        if not check.may_block or check in but:
            continue
        for finding in review.run_check(check):
            if finding.error is not None:
                raise finding.error
