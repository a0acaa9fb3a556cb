"""Domain purchases: ordered, paid, registered by a job, then regular sender domains.

The registrar is called before a transaction starts, so no row is locked meanwhile. Only the transaction of a request's
Idempotency-Key can be open. Calls of jobs are idempotent, so a killed job simply runs again. The order id is the
idempotency key of the registration.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import idna
from django.db import IntegrityError, transaction
from django.db.models import Q

from server.activity import services as activity
from server.core import clock, events, jobs, rooms
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, FieldsInvalid, NotFound, PathNotFound
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.features import SENDER_DOMAIN
from server.senders.causes import ENDING_NOT_SOLD, NOT_DOMAIN_LABEL, YEARS_OUT_OF_RANGE
from server.senders.domain_names import is_free_provider
from server.senders.errors import (
    DomainNotAvailable,
    RegistrarUnavailable,
    SenderDomainExists,
    SenderFreeDomain,
)
from server.senders.events import DomainOrderChanged
from server.senders.models import DomainOrder, SenderDomain
from server.senders.registrar import find_registrar, get_registrar
from server.senders.registrar.protocol import DomainUnavailable, HostRecord, Packet, Registrar
from server.senders.selectors.domains import get_domain, list_records
from server.senders.services.domains import create_with_keys, enqueue_check, select_orders
from server.senders.services.domains import publish_change as tell_domain
from server.senders.states import BUY_TRANSITIONS, BuyStatus, Category
from server.teams.models import Team

REGISTER_JOB = "senders.register_domain"
MAX_SUGGESTIONS = 12
# After this time, an unpaid order expires and releases its quota; its price might be outdated too.
UNPAID_LIFETIME = timedelta(days=7)
# After this time since the payment, an order is enqueued again, in case its job gave up.
RETRY_DELAY = timedelta(minutes=10)
# Days before expiry on which the team is warned, once each.
WARN_DAYS: Final = (30, 7, 1)
MAX_ORDERS_PER_SWEEP = 500
NAME_UNAVAILABLE: Final = "nameTaken"
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class DomainAvailability:
    """A name with its price per year and whether it is available."""

    name: str
    packet: Packet
    available: bool


def list_packets() -> Sequence[Packet]:
    """Returns nothing without a registrar. Raises RegistrarUnavailable."""
    registrar = find_registrar()
    return registrar.packets() if registrar else ()


def is_sandbox() -> bool:
    registrar = find_registrar()
    return registrar is not None and registrar.is_sandbox


def check_availability(*, name: str) -> Sequence[DomainAvailability]:
    """Checks the domain, or a single label under all endings on sale.

    Raises PathNotFound without a registrar, FieldsInvalid for an invalid name, RegistrarUnavailable.
    """
    registrar = get_registrar()
    sold = {packet.tld: packet for packet in registrar.packets()}
    text = name.strip().lower().strip(".")
    label, dot, tld = text.partition(".")
    if dot and tld not in sold:
        raise FieldsInvalid.of("name", ENDING_NOT_SOLD, name[:253], choices=", ".join(sold))
    names = {f"{validate_label(label, 'name')}.{each}": sold[each] for each in ([tld] if dot else sold)}
    free = registrar.available(list(names))
    return [
        DomainAvailability(each, packet, free[each] and not is_free_provider(each)) for each, packet in names.items()
    ]


def list_suggestions(*, team_id: UUID, name: str) -> Sequence[DomainAvailability]:
    """Suggests available domains similar to the text, or to the team's name if it is empty.

    Raises PathNotFound without a registrar, RegistrarUnavailable.
    """
    registrar = get_registrar()
    text = name or Team.objects.only("name").get(pk=team_id).name
    label = re.sub(r"[^a-z0-9]+", "-", text.strip().lower().partition(".")[0]).strip("-")[:40].strip("-")
    if not label:
        return []
    sold = {packet.tld: packet for packet in registrar.packets()}
    found = registrar.suggest(label, limit=MAX_SUGGESTIONS)
    return [
        DomainAvailability(each, sold[each.partition(".")[2]], available=True)
        for each in found
        if not is_free_provider(each)
    ]


def validate_label(value: str, field: str) -> str:
    """Returns the first label of a domain in ASCII (IDNA 2008), with hyphens for spaces. Raises FieldsInvalid."""
    text = re.sub(r"\s+", "-", value.strip())
    try:
        label = idna.encode(text, uts46=True, std3_rules=True).decode().lower()
    except idna.IDNAError:
        label = ""
    if not _LABEL.fullmatch(label):
        raise FieldsInvalid.of(field, NOT_DOMAIN_LABEL, value[:63])
    return label


def order(*, team_id: UUID, label: str, tld: str, years: int, by: Caller) -> DomainOrder:
    """Creates an unpaid order at the current price.

    Raises PathNotFound without a registrar, FieldsInvalid, SenderFreeDomain, SenderDomainExists, DomainNotAvailable,
    QuotaExceeded and RegistrarUnavailable.
    """
    registrar = get_registrar()
    packet = _get_packet(registrar, tld)
    if not 1 <= years <= packet.longest_years:
        raise FieldsInvalid.of("billingPeriod", YEARS_OUT_OF_RANGE, years, max=packet.longest_years)
    name = _require_available_name(registrar, team_id=team_id, label=label, tld=packet.tld)
    with transaction.atomic():
        quota.use(team_id=team_id, limit=SENDER_DOMAIN)
        made = DomainOrder(
            team_id=team_id,
            name=name,
            years=years,
            price=packet.price * years,
            currency=packet.currency,
            created_at=clock.now(),
        )
        _save(made)
        activity.record(team_id=team_id, by=by, reference="sender", action="CREATED", name=name)
        _publish(made, "created")
    return made


@transaction.atomic
def cancel(*, team_id: UUID, order_id: UUID, by: Caller) -> None:
    """Raises NotFound, or ActionNotAllowed if the order is paid."""
    held = _lock_order(team_id, order_id)
    if held.status != BuyStatus.UNPAID:
        raise ActionNotAllowed
    activity.record(team_id=team_id, by=by, reference="sender", action="DELETED", name=held.name)
    _delete_order(held)


def confirm(*, team_id: UUID, order_id: UUID) -> DomainOrder:
    """Simulates the payment of an order. Raises NotFound, and PathNotFound outside of the sandbox."""
    if not get_registrar().is_sandbox:
        raise PathNotFound
    return pay(team_id=team_id, order_id=order_id)


@transaction.atomic
def pay(*, team_id: UUID, order_id: UUID) -> DomainOrder:
    """Marks an order as paid; a job registers it. Idempotent. Raises NotFound."""
    held = _lock_order(team_id, order_id)
    if held.status == BuyStatus.UNPAID:
        _transition(held, BuyStatus.PAID)
        held.paid_at = clock.now()
        held.save(update_fields=["status", "paid_at"])
        _enqueue(held)
        _publish(held, "paid")
    return held


def rename(*, team_id: UUID, order_id: UUID, label: str, by: Caller) -> DomainOrder:
    """Replaces the name of a paid order that someone else registered first, and registers the new one.

    The ending stays the same. Raises PathNotFound without a registrar, NotFound, ActionNotAllowed unless the name was
    taken, FieldsInvalid, SenderFreeDomain, SenderDomainExists, DomainNotAvailable and RegistrarUnavailable.
    """
    registrar = get_registrar()
    found = select_orders(team_id).filter(pk=order_id).first()
    if found is None:
        raise NotFound
    _require_renamable(found)
    tld = found.name.partition(".")[2]
    name = _require_available_name(registrar, team_id=team_id, label=label, tld=tld)
    with transaction.atomic():
        held = _lock_order(team_id, order_id)
        # Another request can have renamed it in the meantime.
        _require_renamable(held)
        held.name, held.problem = name, ""
        _save(held)
        activity.record(team_id=team_id, by=by, reference="sender", action="UPDATED", name=held.name)
        _enqueue(held)
        _publish(held, "paid")
    return held


def register(*, order_id: UUID) -> None:
    """Executes a paid order. Continues an interrupted one; no-op for a completed or cancelled one.

    Raises RegistrarUnavailable, so that the job is retried.
    """
    # across teams: a job, which has only the id
    found = DomainOrder.objects.filter(pk=order_id, status=BuyStatus.PAID, problem="").first()
    if found is None:
        return
    registrar = find_registrar()
    if registrar is None:
        raise RegistrarUnavailable
    try:
        expires_at = registrar.register(found.name, years=found.years, key=str(found.pk))
    except DomainUnavailable:
        _fail(found)
        return
    domain = _adopt(found, expires_at)
    if domain is not None:
        registrar.set_records(domain.name, _build_records(domain))
    _finish(found)


def publish(*, domain_id: UUID) -> None:
    """Publishes the records of a bought domain and enqueues a check. Raises RegistrarUnavailable."""
    # across teams: a job, which has only the id
    domain = SenderDomain.objects.filter(pk=domain_id, category=Category.BOUGHT).first()
    registrar = find_registrar()
    if domain is None or registrar is None:
        return
    registrar.set_records(domain.name, _build_records(domain))
    with transaction.atomic():
        enqueue_check(domain)


@transaction.atomic
def sweep() -> int:
    """Cancels expired unpaid orders and retries paid ones whose job gave up. Returns their number."""
    now = clock.now()
    # across teams: the schedule of all orders
    late = DomainOrder.objects.filter(status=BuyStatus.UNPAID, created_at__lte=now - UNPAID_LIFETIME)
    dropped = list(late.select_for_update(skip_locked=True).order_by("pk")[:MAX_ORDERS_PER_SWEEP])
    for each in dropped:
        _delete_order(each)
    # across teams: the schedule of all orders
    paid = DomainOrder.objects.filter(status=BuyStatus.PAID, problem="", paid_at__lte=now - RETRY_DELAY)
    waiting = list(paid.order_by("pk")[:MAX_ORDERS_PER_SWEEP])
    for each in waiting:
        _enqueue(each)
    return len(dropped) + len(waiting)


@transaction.atomic
def warn_expiring() -> int:
    """Warns teams WARN_DAYS before a bought domain expires, once each. Returns the number of warnings."""
    now = clock.now()
    due = Q()
    for days in WARN_DAYS:
        due |= Q(expires_at__lte=now + timedelta(days=days)) & (Q(warned_days=None) | Q(warned_days__gt=days))
    # across teams: the schedule of all orders
    rows = DomainOrder.objects.filter(due, status=BuyStatus.ACTIVE, domain__isnull=False, expires_at__gt=now)
    found = list(rows.select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:MAX_ORDERS_PER_SWEEP])
    for each in found:
        assert each.expires_at is not None  # noqa: S101 -- it was asked for
        left = each.expires_at - now
        each.warned_days = min(days for days in WARN_DAYS if left <= timedelta(days=days))
        each.save(update_fields=["warned_days"])
        notify(
            "domain.ending",
            team_id=each.team_id,
            subject=each.name,
            domain=each.name,
            domain_id=str(each.domain_id),
            day=each.expires_at.date().isoformat(),
        )
    return len(found)


@transaction.atomic
def _adopt(found: DomainOrder, expires_at: datetime) -> SenderDomain | None:
    """Returns the domain of a registered order, creating it if necessary.

    None if another worker was faster, or the team has deleted the domain since an earlier run.
    """
    held = _lock_order(found.team_id, found.pk)
    if held.status != BuyStatus.PAID or (held.expires_at is not None and held.domain_id is None):
        return None
    rows = SenderDomain.objects.for_team(held.team_id).select_for_update()
    mine = rows.filter(pk=held.domain_id) if held.domain_id else rows.filter(name=held.name)
    domain = mine.first()
    if domain is None:
        domain = create_with_keys(team_id=held.team_id, name=held.name, category=Category.BOUGHT)
        tell_domain(domain, "created")
    elif held.domain_id is None:
        # The team had added the domain itself, so it counts once.
        domain.category = Category.BOUGHT
        domain.save(update_fields=["category"])
        quota.return_units(team_id=held.team_id, limit=SENDER_DOMAIN)
    held.domain, held.expires_at, held.warned_days = domain, expires_at, None
    held.save(update_fields=["domain", "expires_at", "warned_days"])
    return domain


@transaction.atomic
def _finish(found: DomainOrder) -> None:
    held = _lock_order(found.team_id, found.pk)
    if held.status != BuyStatus.PAID:
        return
    _transition(held, BuyStatus.ACTIVE)
    held.active_at = clock.now()
    held.save(update_fields=["status", "active_at"])
    activity.record(team_id=held.team_id, by=None, reference="sender", action="UPDATED", name=held.name)
    _publish(held, "active")
    domain = held.domain
    if domain is not None:
        notify("domain.bought", team_id=held.team_id, subject=held.name, domain=held.name, domain_id=str(domain.pk))
        tell_domain(domain, "updated")
        enqueue_check(domain)


@transaction.atomic
def _fail(found: DomainOrder) -> None:
    """The order stays paid until someone chooses another name."""
    held = _lock_order(found.team_id, found.pk)
    if held.status != BuyStatus.PAID or held.problem:
        return
    held.problem = NAME_UNAVAILABLE
    held.save(update_fields=["problem"])
    notify("domain.notBought", team_id=held.team_id, subject=held.name, domain=held.name)
    _publish(held, "failed")


def _require_renamable(order: DomainOrder) -> None:
    if order.status != BuyStatus.PAID or order.problem != NAME_UNAVAILABLE:
        raise ActionNotAllowed


def _build_records(domain: SenderDomain) -> list[HostRecord]:
    fresh = get_domain(team_id=domain.team_id, domain_id=domain.pk)
    wanted = [each.wanted for each in list_records(fresh) if each.wanted.value]
    return [HostRecord(each.host, each.type, each.value) for each in wanted]


def _get_packet(registrar: Registrar, tld: str) -> Packet:
    sold = {packet.tld: packet for packet in registrar.packets()}
    packet = sold.get(tld.strip().lower().lstrip("."))
    if packet is None:
        raise FieldsInvalid.of("selectedTld", ENDING_NOT_SOLD, tld[:63], choices=", ".join(sold))
    return packet


def _require_available_name(registrar: Registrar, *, team_id: UUID, label: str, tld: str) -> str:
    name = f"{validate_label(label, 'selectedDomain')}.{tld}"
    if is_free_provider(name):
        raise SenderFreeDomain
    if SenderDomain.objects.for_team(team_id).filter(name=name).exists():
        raise SenderDomainExists
    if not registrar.available([name])[name]:
        raise DomainNotAvailable
    return name


def _enqueue(held: DomainOrder) -> None:
    jobs.enqueue(REGISTER_JOB, key=f"{REGISTER_JOB}:{held.pk}", order_id=str(held.pk))


def _delete_order(held: DomainOrder) -> None:
    _publish(held, "canceled")
    held.delete()
    quota.return_units(team_id=held.team_id, limit=SENDER_DOMAIN)


def _save(order: DomainOrder) -> None:
    """Raises SenderDomainExists if the team has another order of the name."""
    try:
        with transaction.atomic():
            order.save()
    except IntegrityError as error:
        if "domain_order_name" in str(error):
            raise SenderDomainExists from None
        raise


def _lock_order(team_id: UUID, order_id: UUID) -> DomainOrder:
    held = select_orders(team_id).select_for_update().filter(pk=order_id).first()
    if held is None:
        raise NotFound
    return held


def _transition(held: DomainOrder, to: BuyStatus) -> None:
    BUY_TRANSITIONS.require(held.status, to)
    held.status = to


def _publish(held: DomainOrder, change: str) -> None:
    event = DomainOrderChanged.model_validate({"order_id": held.pk, "change": change})
    events.publish(event, rooms=[rooms.team(held.team_id)])
