"""The report of a campaign with all its mailings and their metrics."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from server.campaigns.ab.states import AB_TEST
from server.campaigns.limits import EMAIL
from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns
from server.core import clock
from server.delivery.models import Mailing
from server.delivery.selectors import MailingMetrics
from server.plans import retention
from server.reports import metrics
from server.reports.errors import ReportNotStarted, ReportPastRetention
from server.reports.states import BotMode, ReportType

# The campaign kind of each report type.
KINDS = {ReportType.EMAIL: EMAIL, ReportType.AB_TEST: AB_TEST}


@dataclass(frozen=True)
class CampaignReport:
    """A campaign with its mailings' metrics. An A/B test has a mailing per variant, and one for the rest."""

    campaign: Campaign
    machines: BotMode
    type: ReportType

    @cached_property
    def standing(self) -> metrics.CampaignMetrics:
        """The metrics, loaded on first use. Raises NotFound before the campaign has a mailing."""
        return metrics.get_campaign_metrics(campaign=self.campaign)

    @property
    def team_id(self) -> UUID:
        return self.campaign.team_id

    @property
    def mailings(self) -> Sequence[Mailing]:
        return self.standing.mailings

    @property
    def mailing_ids(self) -> list[int]:
        return [mailing.pk for mailing in self.mailings]

    @property
    def with_machines(self) -> bool:
        return self.machines == BotMode.INCLUDE

    @property
    def figures(self) -> MailingMetrics:
        return self.seen(self.standing.figures)

    def seen(self, found: MailingMetrics) -> MailingMetrics:
        """Includes bots in opens and clicks if the report does."""
        return found.with_machines() if self.with_machines else found

    @property
    def mailed_at(self) -> datetime:
        """Start of the first mailing. Nothing is logged before."""
        return min((started for mailing in self.mailings if (started := mailing.started_at)), default=clock.now())


def get_report(
    *, team_id: UUID, report_type: ReportType, campaign_id: UUID, machines: BotMode = BotMode.EXCLUDE
) -> CampaignReport:
    """Raises NotFound, ReportNotStarted, ReportPastRetention."""
    return build_report(
        get_campaign(team_id=team_id, report_type=report_type, campaign_id=campaign_id), report_type, machines
    )


def get_campaign(*, team_id: UUID, report_type: ReportType, campaign_id: UUID) -> Campaign:
    """Raises NotFound."""
    return campaigns.get(team_id=team_id, campaign_id=campaign_id, kind=KINDS[report_type])


def build_report(campaign: Campaign, report_type: ReportType, machines: BotMode) -> CampaignReport:
    """Raises ReportNotStarted, ReportPastRetention."""
    if campaign.started_at is None:
        raise ReportNotStarted
    since = retention.get_retained_since(campaign.team_id)
    if since is not None and campaign.started_at < since:
        raise ReportPastRetention(payload={"days": retention.get_retention_days(campaign.team_id)})
    return CampaignReport(campaign, machines, report_type)
