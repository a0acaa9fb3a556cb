"""Checks that the sender is chosen and verified, and that its domain authenticates our email."""

from collections.abc import Iterable

from server.campaigns.checks.findings import (
    CampaignCheck,
    CampaignFinding,
    FindingPlace,
    build_blocking,
    build_fine,
    build_warning,
)
from server.campaigns.checks.review import CampaignReview
from server.campaigns.errors import SenderNotChosen
from server.campaigns.models import Campaign
from server.core.errors import ApiError
from server.senders.errors import SenderDomainMisconfigured, SenderNotValidated
from server.senders.models import Sender
from server.senders.selectors.domains import find_nearest_domains
from server.senders.services.domains import check_can_send
from server.senders.states import DomainState


def get_usable_sender(campaign: Campaign) -> Sender:
    """Raises SenderNotChosen, SenderNotValidated or SenderDomainMisconfigured."""
    sender = campaign.sender
    if sender is None:
        raise SenderNotChosen
    if sender.validated_at is None:
        raise SenderNotValidated(payload={"senderId": str(sender.pk), "email": sender.email})
    check_can_send(team_id=campaign.team_id, name=sender.domain)
    return sender


_CODES: dict[type[ApiError], tuple[str, FindingPlace]] = {
    SenderNotChosen: ("senderMissing", FindingPlace.SENDER),
    SenderNotValidated: ("senderWaiting", FindingPlace.SENDER),
    SenderDomainMisconfigured: ("domainBroken", FindingPlace.DOMAIN),
}


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    sender = review.campaign.sender
    try:
        get_usable_sender(review.campaign)
    except tuple(_CODES) as error:
        code, place = _CODES[type(error)]
        told = {"email": sender.email, "domain": sender.domain} if sender else {}
        yield build_blocking(code, place, error, **told)
        return
    if sender is not None:
        yield build_fine("senderConfirmed", FindingPlace.SENDER, name=sender.name, email=sender.email)
        yield _check_domain(review, sender)


def _check_domain(review: CampaignReview, sender: Sender) -> CampaignFinding:
    domain = find_nearest_domains(team_id=review.campaign.team_id, names=[sender.domain])[sender.domain]
    if domain is None:
        return build_warning("domainNotSetUp", FindingPlace.DOMAIN, domain=sender.domain)
    if domain.state == DomainState.AUTHENTICATED:
        return build_fine("domainAuthenticated", FindingPlace.DOMAIN, domain=domain.name)
    code = "domainBreaking" if domain.state == DomainState.BREAKING else "domainPending"
    return build_warning(code, FindingPlace.DOMAIN, domain=domain.name)


SENDER = CampaignCheck("sender", check, may_block=True)
