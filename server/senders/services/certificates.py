"""Certificates for tracking hosts: ordered, renewed and written for the TLS proxy.

A host gets a certificate as soon as its DNS record is correct; until then no email uses it. Renewal starts in the last
third of the validity. If it fails, the old certificate remains in use until it expires, with retries at increasing
intervals.
"""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from server.activity import services as activity
from server.core import clock, jobs, sealing
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, TooManyRequests
from server.core.ids import uuid7
from server.core.sealing import SealBroken
from server.senders import acme, certificate_files
from server.senders.models import ACME_PURPOSE, CERTIFICATE_PURPOSE, AcmeAccount, HostCertificate, SenderDomain
from server.senders.records import can_order_certificates, get_tracking_host
from server.senders.selectors.certificates import decrypt_private_key, is_ready
from server.senders.selectors.domains import get_domain
from server.senders.services.domains import lock_domain, publish_change
from server.senders.states import VALIDATED_STATES, CertificateState

ORDER_JOB = "senders.order_certificate"
# Authorities limit failed orders per host and hour.
MIN_ORDER_INTERVAL_SECONDS = 60
FIRST_RETRY = timedelta(hours=1)
MAX_RETRY_DELAY = timedelta(days=1)
# An order assigned to a job is not due again for this time, in case the job is lost.
ASSIGNMENT_TIMEOUT = timedelta(minutes=15)
MAX_DUE = 200

log = structlog.get_logger(__name__)


@transaction.atomic
def request_certificate(*, team_id: UUID, domain_id: UUID, by: Caller) -> SenderDomain:
    """Orders or renews the certificate of the domain's tracking host (SEND-25).

    Raises NotFound and TooManyRequests soon after an order. Raises ActionNotAllowed if no certificates are ordered
    here, or if the domain is not authenticated or its host does not point to us.
    """
    lock_domain(team_id=team_id, domain_id=domain_id)
    domain = get_domain(team_id=team_id, domain_id=domain_id)
    if not can_order_certificates() or not is_ready(domain):
        raise ActionNotAllowed
    now = clock.now()
    row = HostCertificate.objects.for_team(team_id).filter(domain=domain, host=get_tracking_host(domain)).first()
    if row is None:
        row = _create_certificate(domain, now)
    else:
        passed = (now - row.asked_at).total_seconds()
        if passed < MIN_ORDER_INTERVAL_SECONDS:
            raise TooManyRequests(payload={"retryAfterSeconds": max(1, round(MIN_ORDER_INTERVAL_SECONDS - passed))})
        row.asked_at, row.next_try_at = now, now + ASSIGNMENT_TIMEOUT
        if row.state == CertificateState.FAILED:
            row.state = CertificateState.ASKED
        row.save(update_fields=["asked_at", "next_try_at", "state"])
        _enqueue(row)
    activity.record(
        team_id=team_id,
        by=by,
        reference="sender",
        action="UPDATED",
        name=domain.name,
        link=f"/senders/domains/{domain.pk}",
    )
    publish_change(domain, "updated")
    return get_domain(team_id=team_id, domain_id=domain_id)


def request_first_certificate(domain: SenderDomain) -> None:
    """Orders the first certificate once the host points to us. Runs in the caller's transaction."""
    if not can_order_certificates() or not is_ready(domain):
        return
    known = HostCertificate.objects.for_team(domain.team_id).filter(domain=domain, host=get_tracking_host(domain))
    if not known.exists():
        _create_certificate(domain, clock.now())


@transaction.atomic
def enqueue_due() -> int:
    if not can_order_certificates():
        return 0
    now = clock.now()
    # across teams: the schedule of all hosts
    due = HostCertificate.objects.filter(next_try_at__lte=now).select_for_update(skip_locked=True)
    rows = list(due.order_by("next_try_at", "pk")[:MAX_DUE])
    for row in rows:
        _enqueue(row)
    # across teams: the same rows
    HostCertificate.objects.filter(pk__in=[row.pk for row in rows]).update(next_try_at=now + ASSIGNMENT_TIMEOUT)
    return len(rows)


def order(*, certificate_id: UUID) -> None:
    """A repeated call orders again."""
    # across teams: a job, which has only the id
    row = HostCertificate.objects.select_related("domain").filter(pk=certificate_id).first()
    if row is None or not can_order_certificates() or not _can_order(row):
        return

    def publish(token: str, answer: str) -> None:
        # across teams: the same row
        HostCertificate.objects.filter(pk=certificate_id).update(token=token, answer=answer)

    try:
        account_key, address = _get_account(settings.ACME_DIRECTORY)
        made = acme.order(settings.ACME_DIRECTORY, account_key, address, host=row.host, publish=publish)
    except acme.NotIssued as error:
        log.warning("senders.certificate.failed", host=row.host, fault=error.fault, detail=error.detail)
        _record_failure(certificate_id, error)
    else:
        _store_certificate(certificate_id, made)


def sync_certificate_files() -> None:
    """Makes the folder contain exactly the valid certificates, besides files of others."""
    folder = settings.CERTIFICATE_FOLDER
    if folder is None or not can_order_certificates():
        return
    # across teams: all hosts served here
    valid = HostCertificate.objects.filter(state=CertificateState.VALID, not_after__gt=clock.now())
    began = dict(valid.order_by("not_before").values_list("host", "not_before"))
    written = certificate_files.list_written_hosts(folder)
    for host in written.keys() - began.keys():
        certificate_files.remove(folder, host)
    stale = [host for host, at in began.items() if at is not None and (host not in written or written[host] < at)]
    for row in valid.filter(host__in=stale).order_by("not_before"):
        try:
            private_pem = decrypt_private_key(row)
        except SealBroken:
            # The secret key was changed. The file stays as it is until the certificate is renewed.
            log.error("senders.certificate.sealed", host=row.host)
            continue
        certificate_files.write(folder, row.host, row.chain, private_pem)


def _can_order(row: HostCertificate) -> bool:
    """Whether the host can get a certificate: a current host must point to us; a previous one did."""
    domain = get_domain(team_id=row.team_id, domain_id=row.domain_id)
    return is_ready(domain) if row.host == get_tracking_host(domain) else domain.state in VALIDATED_STATES


def _create_certificate(domain: SenderDomain, now: datetime) -> HostCertificate:
    row = HostCertificate.objects.create(
        id=uuid7(),
        team_id=domain.team_id,
        domain=domain,
        host=get_tracking_host(domain),
        asked_at=now,
        next_try_at=now + ASSIGNMENT_TIMEOUT,
    )
    _enqueue(row)
    return row


def _enqueue(row: HostCertificate) -> None:
    jobs.enqueue(ORDER_JOB, key=f"{ORDER_JOB}:{row.pk}", certificate_id=str(row.pk))


def _get_account(directory: str) -> tuple[bytes, str]:
    fresh = sealing.seal_bytes(acme.generate_key(), purpose=ACME_PURPOSE, owner=directory)
    account, _ = AcmeAccount.objects.get_or_create(directory=directory, defaults={"sealed": fresh})
    key = sealing.unseal_bytes(bytes(account.sealed), purpose=ACME_PURPOSE, owner=directory)
    if not account.address:
        account.address = acme.register(directory, key, email=settings.ACME_EMAIL)
        account.save(update_fields=["address"])
    return key, account.address


@transaction.atomic
def _store_certificate(certificate_id: UUID, made: acme.IssuedCertificate) -> None:
    row = _lock_certificate(certificate_id)
    if row is None:
        return
    row.state, row.fault, row.detail, row.failures = CertificateState.VALID, "", "", 0
    row.token, row.answer = None, ""
    row.sealed = sealing.seal_bytes(made.private_pem, purpose=CERTIFICATE_PURPOSE, owner=str(row.pk))
    row.chain, row.not_before, row.not_after = made.chain, made.not_before, made.not_after
    row.next_try_at = made.not_before + (made.not_after - made.not_before) * 2 / 3
    row.save()
    publish_change(row.domain, "updated")
    folder = settings.CERTIFICATE_FOLDER
    if folder is not None:
        # If this fails, `sync_certificate_files` writes the file later.
        write = partial(certificate_files.write, folder, row.host, made.chain, made.private_pem)
        transaction.on_commit(write, robust=True)


@transaction.atomic
def _record_failure(certificate_id: UUID, error: acme.NotIssued) -> None:
    row = _lock_certificate(certificate_id)
    if row is None:
        return
    now = clock.now()
    row.fault, row.detail = error.fault, error.detail
    row.token, row.answer = None, ""
    row.failures += 1
    row.next_try_at = now + min(FIRST_RETRY * (1 << min(row.failures - 1, 10)), MAX_RETRY_DELAY)
    if row.not_after is None or row.not_after <= now:
        row.state = CertificateState.FAILED
    row.save()
    publish_change(row.domain, "updated")


def _lock_certificate(certificate_id: UUID) -> HostCertificate | None:
    # across teams: a job, which has only the id
    rows = HostCertificate.objects.select_for_update(of=("self",)).select_related("domain")
    return rows.filter(pk=certificate_id).first()
