"""Links without clicks in an email with clicks on other links."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from server.campaigns.origins import CAMPAIGN
from server.delivery.models import MailingLink
from server.reports.advice.facts import TeamFacts
from server.reports.advice.protocol import AdviceFinding, Measurement
from server.reports.advice.states import AdviceLevel, AdviceSubjectKind, Unit

MIN_DELIVERED: Final = 500
MIN_CLICKED: Final = 50
MIN_AGE: Final = timedelta(days=3)  # almost all clicks happen before
MAX_ADDRESS_CHARACTERS: Final = 200


@dataclass(frozen=True, slots=True)
class UnclickedLinks:
    """Checks campaigns with enough clicks. An address in several emails of a campaign counts once."""

    code: str = "link"
    title: str = "A link no one clicked"
    place: AdviceSubjectKind = AdviceSubjectKind.LINK
    unit: Unit = Unit.COUNT

    def findings(self, facts: TeamFacts) -> Iterable[AdviceFinding]:
        told = {
            sent.id: sent
            for sent in facts.campaigns
            if sent.started_at <= facts.now - MIN_AGE
            and sent.figures.delivered >= MIN_DELIVERED
            and sent.figures.clicked >= MIN_CLICKED
        }
        links = MailingLink.objects.filter(
            mailing__team_id=facts.team.pk, mailing__origin=CAMPAIGN, mailing__origin_id__in=list(told)
        )
        rows = links.values_list("mailing__origin_id", "shown", "number", "clicked").order_by("mailing_id", "number")
        clicked: dict[tuple[UUID, str], int] = defaultdict(int)
        first: dict[tuple[UUID, str], int] = {}
        for campaign_id, address, number, people in rows:
            clicked[campaign_id, address] += people
            first.setdefault((campaign_id, address), number)
        for sent in told.values():
            for (campaign_id, address), people in clicked.items():
                if campaign_id == sent.id and not people:
                    digest = hashlib.sha256(address.encode()).hexdigest()[:16]
                    yield AdviceFinding(
                        subject=f"link:{sent.id}:{digest}",
                        level=AdviceLevel.HINT,
                        value=0,
                        asked=1,
                        base=sent.figures.clicked,
                        name=sent.name,
                        campaign_id=sent.id,
                        params={
                            "address": address[:MAX_ADDRESS_CHARACTERS],
                            "number": first[campaign_id, address],
                            **sent.about,
                        },
                    )

    def after(self, facts: TeamFacts, *, subject: str, since: datetime) -> Measurement | None:
        """A sent email cannot change."""
        return None


RULE = UnclickedLinks()
