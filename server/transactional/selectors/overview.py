"""The data of the home page of transactional email."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from server.core import clock
from server.core.ids import to_milliseconds
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.senders.states import VALIDATED_STATES, DomainState
from server.teams.models import Team
from server.teams.time_zones import parse_zone
from server.transactional.bindings import Binding
from server.transactional.models import ApiKey, Message
from server.transactional.schemas import overview as schemas
from server.transactional.selectors import stats
from server.transactional.selectors.keys import build_active_filter
from server.transactional.sql import stats as sql
from server.transactional.sql.stats import StatsFilter

MAX_DOMAINS = 20
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def get_overview(team_id: UUID) -> schemas.TrxOverviewOut:
    domains = _list_domain_health(team_id)
    keys = ApiKey.objects.for_team(team_id).filter(build_active_filter())
    standing = quota.get_state(team_id=team_id, limit=TRANSACTIONAL_SENT)
    return schemas.TrxOverviewOut(
        has_domain=bool(domains),
        domain_verified=any(domain.state in VALIDATED_STATES for domain in domains),
        has_key=keys.exists(),
        first_message=_find_first_message(team_id),
        smtp=schemas.SmtpOut(
            host=settings.SUBMISSION_HOST,
            port=settings.SUBMISSION_PORT,
            tls_port=settings.SUBMISSION_TLS_PORT,
            username="apikey",
        ),
        http_base=f"{settings.APP_ORIGINS[0]}/trx-api",
        used=standing.used,
        limit=standing.limit,
        today=_get_today(team_id),
        domains=domains,
    )


def _find_first_message(team_id: UUID) -> schemas.FirstMessageOut | None:
    messages = Message.objects.for_team(team_id).order_by("accepted_at")
    first = messages.first()
    if first is None:
        return None
    if first.sandbox:
        first = messages.filter(sandbox=False).first() or first
    return schemas.FirstMessageOut(
        id=first.pk, time=to_milliseconds(first.accepted_at), state=first.state, sandbox=first.sandbox
    )


def _list_domain_health(team_id: UUID) -> list[schemas.DomainHealthOut]:
    rows = list(Binding(team_id).domains().order_by("created_at")[:MAX_DOMAINS])
    hour = _truncate_to_hour(clock.now())
    wanted = StatsFilter(hour - DAY, hour + HOUR)
    found = sql.sum_groups(team_id, wanted, by="domain", keys=[row.pk for row in rows]) if rows else {}
    health = []
    for row in rows:
        figures = stats.metrics_out(found[row.pk]) if row.pk in found else None
        health.append(
            schemas.DomainHealthOut(
                domain_id=row.pk,
                name=row.sender_domain.name,
                state=DomainState(row.sender_domain.state),
                sent=stats.count_transmitted(found[row.pk]) if figures else 0,
                delivered=figures.delivered if figures else 0,
                bounced=figures.bounced if figures else 0,
            )
        )
    return health


def _get_today(team_id: UUID) -> schemas.TodayOut:
    """Returns the counters since midnight. They are hourly: if the zone's midnight is at half past, its hour counts
    completely.
    """
    zone = parse_zone(Team.objects.values_list("timezone", flat=True).get(pk=team_id))
    now = clock.now()
    midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    figures = stats.metrics_out(
        sql.sum_counters(team_id, StatsFilter(_truncate_to_hour(midnight), _truncate_to_hour(now) + HOUR))
    )
    return schemas.TodayOut(
        accepted=figures.accepted,
        delivered=figures.delivered,
        deferred=figures.deferred,
        bounced=figures.bounced,
        failed=figures.failed,
        opened=figures.opened,
        clicked=figures.clicked,
        complained=figures.complained,
    )


def _truncate_to_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
