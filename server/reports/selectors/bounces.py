"""Bounces, complaints and unsubscribes of a campaign with their reasons."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Sum

from server.contacts.states import UnsubscribeReason
from server.delivery.models import MailingReply
from server.reports.schemas.breakdowns import BouncesOut, ReplyOut, UnsubscribesOut
from server.reports.schemas.metrics import BounceOut, ReasonOut
from server.reports.selectors.devices import UNKNOWN
from server.reports.selectors.reports import CampaignReport
from server.reports.sql import unsubscribe_reasons as leaving_sql

MAX_RESPONSES = 50


def count_classes(found: CampaignReport) -> Sequence[tuple[str, int]]:
    """Most frequent first."""
    rows = MailingReply.objects.filter(mailing_id__in=found.mailing_ids).values_list("bounce")
    counted = [(str(bounce) or UNKNOWN, int(count)) for bounce, count in rows.annotate(total=Sum("count")) if count]
    return sorted(counted, key=lambda row: (-row[1], row[0]))


def list_bounces(found: CampaignReport) -> BouncesOut:
    by_class = count_classes(found)
    total = sum(count for _, count in by_class)
    rows = MailingReply.objects.filter(mailing_id__in=found.mailing_ids, count__gt=0)
    said = rows.values_list("bounce", "code", "enhanced", "words").annotate(total=Sum("count"))
    replies = [
        ReplyOut(bounce=bounce or UNKNOWN, code=code, enhanced=enhanced, words=words, count=count)
        for bounce, code, enhanced, words, count in said.order_by("-total", "code", "enhanced", "words")[:MAX_RESPONSES]
    ]
    return BouncesOut(
        classes=[BounceOut(bounce=bounce, count=count) for bounce, count in by_class],
        replies=replies,
        others=total - sum(reply.count for reply in replies),
        total=total,
    )


def count_reasons(found: CampaignReport) -> Sequence[tuple[str, int]]:
    """Most frequent first. Omits unsubscribes without a reason."""
    counted: Counter[str] = Counter()
    for mailing_id in found.mailing_ids:
        counted.update(dict(leaving_sql.count_by_reason(found.team_id, mailing_id=mailing_id)))
    return sorted(counted.items(), key=lambda row: (-row[1], row[0]))


def get_unsubscribes(found: CampaignReport) -> UnsubscribesOut:
    told = count_reasons(found)
    unsubscribed = found.figures.unsubscribed
    return UnsubscribesOut(
        unsubscribed=unsubscribed,
        complained=found.figures.complained,
        reasons=[ReasonOut(reason=UnsubscribeReason(reason), count=count) for reason, count in told],
        untold=max(0, unsubscribed - sum(count for _, count in told)),
    )
