"""Checks that subject and content exist and compile."""

from collections.abc import Iterable
from dataclasses import replace

from server.campaigns import content
from server.campaigns.causes import REQUIRED_TO_SEND
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_blocking, build_fine
from server.campaigns.checks.review import CampaignReview
from server.campaigns.models import Campaign
from server.core.errors import ApiError, FieldsMissing

_LOCATIONS = {
    "subject": FindingPlace.SUBJECT,
    "preheader": FindingPlace.SUBJECT,
    "content": FindingPlace.CONTENT,
    "plainText": FindingPlace.PLAIN,
    "utm": FindingPlace.TRACKING,
}


def find_missing(campaign: Campaign) -> FieldsMissing | None:
    written = (("subject", campaign.subject), ("content", content.is_written(campaign)))
    names = [name for name, value in written if not value]
    return FieldsMissing.of(names, REQUIRED_TO_SEND, value="") if names else None


def check_missing(review: CampaignReview) -> Iterable[CampaignFinding]:
    error = find_missing(review.campaign)
    if error is None:
        yield build_fine("textsWritten", FindingPlace.SUBJECT)
        return
    if not review.campaign.subject:
        yield build_blocking("subjectMissing", FindingPlace.SUBJECT, error)
    if not content.is_written(review.campaign):
        yield build_blocking("contentMissing", FindingPlace.CONTENT, error)


def check_tags(review: CampaignReview) -> Iterable[CampaignFinding]:
    error = review.compiled
    if not isinstance(error, ApiError):
        yield build_fine("tagsKnown", FindingPlace.CONTENT)
        return
    told = error.payload or {}
    values = {name: told[name] for name in ("line", "column") if isinstance(told.get(name), int)}
    place = _LOCATIONS.get(str(told.get("field")).partition(".")[0], FindingPlace.CONTENT)
    code = "tagInvalid" if error.code == "invalidTag" else "notCompiled"
    node = told.get("node")
    yield replace(
        build_blocking(code, place, error, **values),
        node=node if isinstance(node, str) else None,
        cause=told.get("cause"),
        cause_code=told.get("causeCode"),
        cause_params=told.get("causeParams"),
    )


TEXTS = CampaignCheck("texts", check_missing, may_block=True)
TAGS = CampaignCheck("tags", check_tags, may_block=True)
