"""Summary of a report: its metrics and the row counts of its parts."""

from collections.abc import Sequence

from server.campaigns.models import Campaign
from server.campaigns.selectors import metrics as list_figures
from server.campaigns.shapes import original_out, row_out
from server.contacts.selectors import labels
from server.contacts.states import UnsubscribeReason
from server.delivery.models import MailingDomain, MailingState
from server.delivery.sql import indeterminate
from server.reports import metrics
from server.reports.schemas.breakdowns import ReportCountOut
from server.reports.schemas.metrics import BasicOut, BounceOut, PartOut, ReasonOut
from server.reports.selectors import bounces, links
from server.reports.selectors.reports import CampaignReport
from server.segments.selectors import segments


def get_basic(found: CampaignReport) -> BasicOut:
    campaign = found.campaign
    return BasicOut(
        campaign=row_out(campaign, list_figures.get_metrics([campaign]).get(campaign.pk)),
        labels=list_label_names(campaign),
        segments=list_segment_names(campaign),
        to_all=campaign.to_all,
        unopened_of=original_out(campaign),
        machines=found.machines,
        figures=metrics.metrics_out(found.standing, with_machines=found.with_machines),
        parts=_build_parts(found),
        bounces=[BounceOut(bounce=bounce, count=count) for bounce, count in bounces.count_classes(found)],
        reasons=[
            ReasonOut(reason=UnsubscribeReason(reason), count=count) for reason, count in bounces.count_reasons(found)
        ],
        pace=metrics.sending_rate_out(found.standing),
        send_again=count_resendable(found),
    )


def _build_parts(found: CampaignReport) -> Sequence[PartOut]:
    if len(found.mailings) < 2:
        return []
    return [
        PartOut(
            variant=part.mailings[0].variant,
            subject=part.mailings[0].subject,
            figures=metrics.metrics_out(part, with_machines=found.with_machines),
        )
        for part in metrics.split_by_mailing(found.standing)
    ]


def list_label_names(campaign: Campaign) -> Sequence[str]:
    known = labels.get_by_ids(team_id=campaign.team_id, ids=campaign.label_ids)
    return sorted(label.name for label in known.values())


def list_segment_names(campaign: Campaign) -> Sequence[str]:
    if not campaign.segment_ids:
        return []
    known = segments.query_segments(campaign.team_id).filter(pk__in=campaign.segment_ids)
    return list(known.values_list("name", flat=True))


def get_counts(found: CampaignReport) -> ReportCountOut:
    told = metrics.metrics_out(found.standing, with_machines=found.with_machines)
    opened, clicked = found.figures.opened, found.figures.clicked
    domains = MailingDomain.objects.for_team(found.team_id).filter(mailing_id__in=found.mailing_ids)
    return ReportCountOut(
        recipients=told.recipients,
        sent=told.sent,
        failed=told.failed,
        suppressed=told.suppressed,
        skipped=told.skipped,
        in_doubt=told.in_doubt,
        waiting=told.waiting,
        delivered=told.delivered,
        bounced=told.hard_bounced + told.soft_bounced,
        opened=opened,
        not_opened=max(0, told.delivered - opened),
        clicked=clicked,
        unsubscribed=told.unsubscribed,
        complained=told.complained,
        links=len(links.list_links(found)),
        domains=domains.values("domain").distinct().count(),
    )


def count_resendable(found: CampaignReport) -> int:
    """Returns how many unconfirmed recipients an ended campaign could be resent to."""
    if not found.figures.in_doubt:
        return 0
    return sum(
        indeterminate.count(found.team_id, mailing_id=mailing.pk, mailed_at=mailing.started_at)
        for mailing in found.mailings
        if mailing.state == MailingState.DONE and mailing.started_at is not None
    )
