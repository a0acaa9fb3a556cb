"""Queries of senders."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from server.core.callers import Caller
from server.core.errors import NotFound
from server.core.pagination import AllRows, PageQuery, Slice, paginate
from server.core.patches.compiled_queries import QueryParameter
from server.senders.domain_names import is_free_provider
from server.senders.models import Sender, SenderDomain
from server.senders.states import VALIDATED_STATES
from server.teams.models import Member

SORTS = {"name": "name", "email": "email", "domain": "domain", "createdAt": "created_at"}
# Common local parts, suggested at domains that the team uses.
USUAL_MAILBOXES = ("hello", "news", "info")
MAX_SUGGESTIONS = 12


@dataclass(frozen=True, slots=True)
class DomainCount:
    domain: str
    senders: int
    validated: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    name: str
    email: str
    confirmed: bool


def get_sender(*, team_id: UUID, sender_id: UUID) -> Sender:
    sender = Sender.objects.for_team(team_id).filter(pk=sender_id).first()
    if sender is None:
        raise NotFound
    return sender


def list_senders(*, team_id: UUID, query: PageQuery) -> Slice[Sender]:
    rows = select_senders(team_id)
    if query.search:
        rows = rows.filter(Q(name__icontains=query.search) | Q(email__icontains=query.search))
    whole = None if query.search else AllRows(select_senders, team_id)
    return paginate(rows, query, sorts=SORTS, default_sort="name", whole=whole)


def select_senders(team_id: UUID | QueryParameter) -> QuerySet[Sender]:
    return Sender.objects.for_team(team_id)


def find_default_sender(*, team_id: UUID) -> Sender | None:
    return Sender.objects.for_team(team_id).filter(is_default=True).first()


def list_sender_domains(*, team_id: UUID) -> Sequence[DomainCount]:
    counted = (
        Sender.objects.for_team(team_id)
        .values("domain")
        .annotate(senders=Count("pk"), validated=Count("pk", filter=Q(validated_at__isnull=False)))
        .order_by("domain")
    )
    return [DomainCount(row["domain"], row["senders"], row["validated"]) for row in counted]


def list_suggestions(*, team_id: UUID, by: Caller) -> Sequence[Suggestion]:
    """Returns addresses that could become senders.

    First those of the members, then common ones at the default domain, at authenticated domains and at domains of
    verified senders.
    """
    rows = list(Sender.objects.for_team(team_id).values_list("email", "domain", "validated_at"))
    taken = {email for email, _, _ in rows}
    found: dict[str, Suggestion] = {}
    members = Member.objects.for_team(team_id).filter(active=True, user__validated_at__isnull=False)
    for member in members.select_related("user").order_by("-is_owner", "user__email")[:MAX_SUGGESTIONS]:
        user = member.user
        if user.email not in taken and not is_free_provider(user.email.rpartition("@")[2]):
            found[user.email] = Suggestion(user.fullname, user.email, confirmed=user.pk == by.user_id)
    own = SenderDomain.objects.for_team(team_id).filter(state__in=VALIDATED_STATES).order_by("-is_default", "name")
    first = own.values_list("name", flat=True)[:MAX_SUGGESTIONS]
    written_from = sorted({domain for _, domain, validated_at in rows if validated_at and not is_free_provider(domain)})
    for domain in dict.fromkeys([*first, *written_from]):
        for mailbox in USUAL_MAILBOXES:
            email = f"{mailbox}@{domain}"
            if email not in taken and email not in found:
                found[email] = Suggestion(by.team_name or domain, email, confirmed=False)
    return list(found.values())[:MAX_SUGGESTIONS]
