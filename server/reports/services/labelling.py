"""Labels the recipients with an outcome, or those who clicked a link.

A job finds the recipients and starts a bulk action on their contacts, which reports its progress.
"""

from dataclasses import dataclass
from uuid import UUID

import polars as pl
from django.db import transaction

from server.contacts.errors import LabelExists
from server.contacts.models import ContactLabel
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import bulk, labels
from server.core import jobs
from server.core.callers import Caller
from server.core.errors import NotAuthorized
from server.core.jobs import Claim
from server.core.text import clean_label
from server.notifications.services.creation import notify
from server.reports import permissions
from server.reports.selectors import recipients
from server.reports.selectors.recipients import RecipientSelection
from server.reports.selectors.reports import CampaignReport, get_report
from server.reports.sql import recipients as sql
from server.reports.states import SCREENS, BotMode, ReportRecipientState, ReportType

JOB = "reports.label"


@dataclass(frozen=True, slots=True)
class Requester:
    """The requester, as stored with the bulk action."""

    user_id: UUID
    fullname: str


@dataclass(frozen=True, slots=True)
class LabellingStarted:
    """The label, and the number of recipients to label."""

    label: ContactLabel
    count: int


def start(
    found: CampaignReport, among: RecipientSelection, *, label_id: int | None, name: str, by: Caller
) -> LabellingStarted:
    """Requests labelling with an existing label by id, or by name. A job runs it.

    Raises NotFound, NotAuthorized, LabelEmpty, FieldsInvalid, and TooManyUnfinished.
    """
    if not by.may(permissions.VIEW):
        raise NotAuthorized
    sizes = recipients.count_by_mailing(found, among)
    with transaction.atomic():
        # Each of these jobs starts a bulk action.
        bulk.check_unfinished(found.team_id, others=lambda: jobs.count_unfinished(JOB, team_id=found.team_id))
        label = _get_or_create_label(found.team_id, label_id, name, by)
        jobs.enqueue(
            JOB,
            team_id=str(found.team_id),
            kind=found.type,
            campaign_id=str(found.campaign.pk),
            campaign_name=found.campaign.name,
            machines=found.machines,
            state=among.state,
            link=among.link,
            label_id=label.pk,
            label_name=label.name,
            user_id=str(by.user_id),
            fullname=by.fullname,
        )
    return LabellingStarted(label, sum(size for _, _, size in sizes))


def _get_or_create_label(team_id: UUID, label_id: int | None, name: str, by: Caller) -> ContactLabel:
    if label_id is not None:
        return label_selectors.get_label(team_id=team_id, label_id=label_id)
    try:
        with transaction.atomic():
            return labels.create(team_id=team_id, name=name, by=by)
    except LabelExists:
        return label_selectors.query_labels(team_id).get(name__iexact=clean_label(name))


def run(
    *,
    team_id: UUID,
    report_type: str,
    campaign_id: UUID,
    machines: str,
    state: str | None,
    link: int | None,
    label_id: int,
    by: Requester,
    claim: Claim,
) -> None:
    """Finds the recipients and starts the bulk action once, in the transaction of the job's lease. Raises LeaseLost."""
    found = get_report(
        team_id=team_id, report_type=ReportType(report_type), campaign_id=campaign_id, machines=BotMode(machines)
    )
    among = RecipientSelection(ReportRecipientState(state) if state else None, link)
    with transaction.atomic():
        claim.hold()
        keys = pl.concat(
            [
                pl.Series(sql.list_contacts(team_id, wanted), dtype=pl.Int64)
                for _, wanted, _ in recipients.count_by_mailing(found, among)
            ]
            or [pl.Series([], dtype=pl.Int64)]
        )
        bulk.start_on_ids(
            team_id=team_id,
            kind="label",
            keys=keys.unique().sort(),
            options={"add": [label_id], "remove": []},
            by=by,
        )
        jobs.mark_done(claim)


def notify_failure(*, team_id: UUID, report_type: str, campaign_id: UUID, name: str, label: str, user_id: UUID) -> None:
    screen = SCREENS[ReportType(report_type)].format(campaign_id)
    notify("report.notLabelled", team_id=team_id, user_id=user_id, name=name, label=label, report=screen)
