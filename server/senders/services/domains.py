"""Writes of sender domains.

A new domain gets its keys and an immediate check. Addresses of domains without setup can send: receivers decide, and
the screens warn. A domain that has been broken for longer than the grace period cannot send, because its own policy
might ask receivers to reject the email.
"""

import re
from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity import services as activity
from server.core import clock, events, in_use, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, FieldsInvalid, NotFound, TooManyRequests
from server.core.teamscope import TeamQuerySet
from server.plans import quota
from server.plans.features import SENDER_DOMAIN
from server.senders.causes import LABEL_USED_FOR_BOUNCES, NOT_DOMAIN_LABEL
from server.senders.domain_names import (
    get_website_host,
    is_free_provider,
    is_special,
    is_within,
    list_enclosing_domains,
    validate_domain,
)
from server.senders.errors import (
    DomainNotYetValidated,
    SenderDomainExists,
    SenderDomainMisconfigured,
    SenderDomainUnsupported,
    SenderFreeDomain,
    SenderOtherDomain,
    SpfDouble,
    SpfNone,
    SpfSingle,
)
from server.senders.events import SenderDomainChanged
from server.senders.models import DomainKey, DomainOrder, DomainRecord, SenderDomain
from server.senders.records import BOUNCE_LABEL, list_checked_kinds
from server.senders.selectors.domains import find_nearest_domains, get_domain
from server.senders.services import keys
from server.senders.states import (
    VALIDATED_STATES,
    Algorithm,
    BuyStatus,
    Category,
    DomainState,
    KeyState,
    RecordAssessment,
    RecordKind,
)
from server.teams.models import Team

NOUN = "senders.domain"
CHECK_JOB = "senders.check_domains"
PUBLISH_JOB = "senders.publish_domain"
# Repeated checks within this time would have the same result.
MIN_CHECK_INTERVAL_SECONDS = 5
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_SPF_ERRORS = {"spfSingle": SpfSingle, "spfDouble": SpfDouble, "spfNone": SpfNone}


def check_name(*, team_id: UUID, name: str) -> None:
    """Raises an error unless the team can use addresses at this domain.

    Raises SenderDomainUnsupported, SenderFreeDomain, or SenderOtherDomain if it differs from the company's website.
    Domains bought here also belong to the company.
    """
    if is_special(name):
        raise SenderDomainUnsupported
    if is_free_provider(name):
        raise SenderFreeDomain
    company = get_website_host(Team.objects.only("website").get(pk=team_id).website)
    if company and not is_within(name, company) and not is_within(company, name) and not _is_bought(team_id, name):
        raise SenderOtherDomain(payload={"domain": company})


def check_can_send(*, team_id: UUID, name: str) -> None:
    """Raises SenderDomainMisconfigured if the nearest domain of these addresses is broken."""
    domain = find_nearest_domains(team_id=team_id, names=[name])[name]
    if domain is not None and domain.state == DomainState.BROKEN:
        raise SenderDomainMisconfigured(payload={"domainId": str(domain.pk), "name": domain.name})


@transaction.atomic
def create(*, team_id: UUID, name: str, by: Caller) -> SenderDomain:
    """Creates a domain with a key per algorithm and checks it in the background.

    Raises FieldsInvalid, SenderDomainExists, QuotaExceeded and the errors of `check_name`.
    """
    name = validate_domain(name)
    check_name(team_id=team_id, name=name)
    quota.use(team_id=team_id, limit=SENDER_DOMAIN)
    bought = select_orders(team_id).filter(name=name, status=BuyStatus.ACTIVE)
    domain = create_with_keys(team_id=team_id, name=name, category=Category.BOUGHT if bought.exists() else Category.OWN)
    if domain.category == Category.BOUGHT:
        bought.update(domain=domain)
        enqueue_publish(domain)
    activity.record(
        team_id=team_id, by=by, reference="sender", action="CREATED", name=name, link=f"/senders/domains/{domain.pk}"
    )
    publish_change(domain, "created")
    enqueue_check(domain)
    return get_domain(team_id=team_id, domain_id=domain.pk)


def create_with_keys(*, team_id: UUID, name: str, category: Category) -> SenderDomain:
    """Creates a domain with records and keys in the caller's transaction. The caller publishes it.

    Raises SenderDomainExists.
    """
    now = clock.now()
    domain = SenderDomain(team_id=team_id, name=name, category=category, created_at=now, next_check_at=now)
    _insert(domain)
    add_records(domain)
    for algorithm in Algorithm:
        keys.create_key(domain, algorithm)
    return domain


@transaction.atomic
def delete(*, team_id: UUID, domain_id: UUID, by: Caller) -> None:
    """Deletes a domain and its keys; its email is no longer signed. Raises NotFound or InUse."""
    domain = lock_domain(team_id=team_id, domain_id=domain_id)
    in_use.check(NOUN, team_id=team_id, ids=[str(domain.pk)])
    publish_change(domain, "deleted")
    activity.record(
        team_id=team_id,
        by=by,
        reference="sender",
        action="DELETED",
        name=domain.name,
        link=f"/senders/domains/{domain.pk}",
    )
    domain.delete()
    quota.return_units(team_id=team_id, limit=SENDER_DOMAIN)


@transaction.atomic
def make_default(*, team_id: UUID, domain_id: UUID, by: Caller) -> SenderDomain:
    """Makes this the default domain for new senders.

    Raises NotFound, and SpfNone, SpfDouble or SpfSingle for these issues, else DomainNotYetValidated.
    """
    rows = SenderDomain.objects.for_team(team_id).select_for_update().order_by("pk")
    held = {row.pk: row for row in rows}
    domain = held.get(domain_id)
    if domain is None:
        raise NotFound
    if domain.state not in VALIDATED_STATES:
        _raise_not_validated(domain)
    rows.filter(is_default=True).exclude(pk=domain.pk).update(is_default=False)
    domain.is_default = True
    domain.save(update_fields=["is_default"])
    activity.record(
        team_id=team_id,
        by=by,
        reference="sender",
        action="UPDATED",
        name=domain.name,
        link=f"/senders/domains/{domain.pk}",
    )
    publish_change(domain, "updated")
    return get_domain(team_id=team_id, domain_id=domain.pk)


@transaction.atomic
def change_slug(*, team_id: UUID, domain_id: UUID, slug: str, by: Caller) -> SenderDomain:
    """Changes the first label of the tracking host. Raises NotFound or FieldsInvalid."""
    domain = lock_domain(team_id=team_id, domain_id=domain_id)
    label = slug.strip().lower()
    if not _LABEL.fullmatch(label):
        raise FieldsInvalid.of("slug", NOT_DOMAIN_LABEL, slug[:63])
    if label == BOUNCE_LABEL:
        raise FieldsInvalid.of("slug", LABEL_USED_FOR_BOUNCES, label)
    if label != domain.slug:
        domain.slug = label
        domain.save(update_fields=["slug"])
        about = DomainRecord.objects.for_team(team_id).filter(domain=domain, kind=RecordKind.TRACKING)
        about.update(
            verdict=RecordAssessment.UNCHECKED,
            reason="unchecked",
            params={},
            answers=[],
            checked_at=None,
            unknown_since=None,
        )
        activity.record(
            team_id=team_id,
            by=by,
            reference="sender",
            action="UPDATED",
            name=domain.name,
            link=f"/senders/domains/{domain.pk}",
        )
        publish_change(domain, "updated")
        enqueue_publish(domain)
        enqueue_check(domain)
    return get_domain(team_id=team_id, domain_id=domain.pk)


@transaction.atomic
def rotate(*, team_id: UUID, domain_id: UUID, algorithm: Algorithm, by: Caller) -> SenderDomain:
    """Adds a key beside the active one, which it replaces when its record is published.

    Raises NotFound, or ActionNotAllowed while another new key of the algorithm is pending.
    """
    domain = lock_domain(team_id=team_id, domain_id=domain_id)
    waiting = DomainKey.objects.for_team(team_id).filter(domain=domain, algorithm=algorithm, state=KeyState.PENDING)
    if waiting.exists():
        raise ActionNotAllowed
    keys.create_key(domain, algorithm)
    activity.record(
        team_id=team_id,
        by=by,
        reference="sender",
        action="UPDATED",
        name=domain.name,
        link=f"/senders/domains/{domain.pk}",
    )
    publish_change(domain, "updated")
    enqueue_publish(domain)
    enqueue_check(domain)
    return get_domain(team_id=team_id, domain_id=domain.pk)


@transaction.atomic
def check_now(*, team_id: UUID, domain_id: UUID) -> None:
    """Raises NotFound or TooManyRequests."""
    domain = lock_domain(team_id=team_id, domain_id=domain_id)
    if domain.checked_at is not None:
        passed = (clock.now() - domain.checked_at).total_seconds()
        if passed < MIN_CHECK_INTERVAL_SECONDS:
            raise TooManyRequests(payload={"retryAfterSeconds": max(1, round(MIN_CHECK_INTERVAL_SECONDS - passed))})
    enqueue_check(domain)


def add_records(domain: SenderDomain) -> None:
    """Adds missing records of the domain, because settings can have changed since its creation."""
    rows = [DomainRecord(team_id=domain.team_id, domain=domain, kind=kind) for kind in list_checked_kinds()]
    DomainRecord.objects.bulk_create(rows, ignore_conflicts=True)


def enqueue_check(domain: SenderDomain) -> None:
    jobs.enqueue(CHECK_JOB, key=f"{CHECK_JOB}:{domain.pk}", domain_ids=[str(domain.pk)])


def enqueue_publish(domain: SenderDomain) -> None:
    if domain.category == Category.BOUGHT:
        jobs.enqueue(PUBLISH_JOB, key=f"{PUBLISH_JOB}:{domain.pk}", domain_id=str(domain.pk))


def select_orders(team_id: UUID) -> TeamQuerySet[DomainOrder]:
    return DomainOrder.objects.for_team(team_id)


def lock_domain(*, team_id: UUID, domain_id: UUID) -> SenderDomain:
    domain = SenderDomain.objects.for_team(team_id).select_for_update().filter(pk=domain_id).first()
    if domain is None:
        raise NotFound
    return domain


def publish_change(domain: SenderDomain, change: str) -> None:
    event = SenderDomainChanged.model_validate({"domain_id": domain.pk, "change": change})
    events.publish(event, rooms=[rooms.team(domain.team_id)])


def _is_bought(team_id: UUID, name: str) -> bool:
    return select_orders(team_id).filter(name__in=list_enclosing_domains(name), status=BuyStatus.ACTIVE).exists()


def _insert(domain: SenderDomain) -> None:
    try:
        with transaction.atomic():
            domain.save(force_insert=True)
    except IntegrityError as error:
        if "sender_domain_name" in str(error):
            raise SenderDomainExists from None
        raise


def _raise_not_validated(domain: SenderDomain) -> None:
    record = DomainRecord.objects.for_team(domain.team_id).filter(domain=domain, kind=RecordKind.SPF).first()
    raise _SPF_ERRORS.get(record.reason if record else "", DomainNotYetValidated)
