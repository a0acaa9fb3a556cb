"""Checks that there are recipients and that the selected labels, topic and segments exist."""

from collections.abc import Iterable

from server.campaigns import recipients
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_blocking, build_fine
from server.campaigns.checks.review import CampaignReview
from server.campaigns.errors import RecipientLabelEmpty, RecipientLabelNotFound
from server.campaigns.models import Campaign
from server.core.errors import ApiError, FieldsInvalid
from server.delivery.errors import NoRecipients


def check_selection(campaign: Campaign) -> None:
    recipients.check_labels(campaign)
    recipients.check_topic(campaign.team_id, campaign.topic_id)
    if not campaign.to_all and campaign.unopened_of is None:
        recipients.check_segments(campaign.team_id, campaign.segment_ids)
    recipients.check_excluded(campaign)


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    campaign = review.campaign
    try:
        check_selection(campaign)
    except RecipientLabelNotFound as error:
        yield build_blocking("labelGone", FindingPlace.RECIPIENTS, error)
        return
    except RecipientLabelEmpty as error:
        yield build_blocking("labelEmpty", FindingPlace.RECIPIENTS, error, (error.payload or {}).get("labels", ()))
        return
    except FieldsInvalid as error:
        code = "topicGone" if (error.payload or {}).get("field") == "recipients.topicId" else "segmentGone"
        yield build_blocking(code, FindingPlace.RECIPIENTS, error)
        return
    try:
        count = review.count
    except ApiError as error:
        yield build_blocking("recipientsUncounted", FindingPlace.RECIPIENTS, error)
        return
    if count.count:
        yield build_fine("recipientsCounted", FindingPlace.RECIPIENTS, count=count.count)
        return
    is_chosen = campaign.to_all or campaign.label_ids or campaign.segment_ids or campaign.unopened_of
    yield build_blocking(
        "recipientsEmpty" if is_chosen else "recipientsMissing", FindingPlace.RECIPIENTS, NoRecipients()
    )


AUDIENCE = CampaignCheck("audience", check, may_block=True)
