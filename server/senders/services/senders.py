"""Writes of senders.

A sender is verified by a link sent to its address, except for the verified address of the user. The first verified
sender of a team becomes its default. A sender used by scheduled or running emails keeps its address and cannot be
deleted (`in_use`).
"""

import secrets
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from server.accounts.models import User
from server.activity import services as activity
from server.core import clock, events, in_use, jobs, owner_limits, rooms, system_email
from server.core.callers import Caller, hash_token
from server.core.errors import NotFound, TooManyRequests
from server.identity.errors import EmailedTokenExpired
from server.notifications.services.creation import notify
from server.plans import quota
from server.plans.features import SENDER
from server.senders.addresses import validate_email, validate_name
from server.senders.domain_names import is_free_provider
from server.senders.errors import SenderAlreadyValidated, SenderExists, SenderLimitExceeded, SenderNotValidated
from server.senders.events import SenderChanged
from server.senders.models import Sender, Validation
from server.senders.services.domains import check_name
from server.teams.models import Member

NOUN = "senders.sender"
VALIDATE_JOB = "senders.send_validation"
ADOPT_JOB = "senders.adopt_owner"  # enqueued when a user has verified their address
TOKEN_LIFETIME = timedelta(days=3)
EMAIL_COOLDOWN = timedelta(minutes=1)
# Low, because any address can be entered.
MAX_EMAILS_PER_DAY = 30


@transaction.atomic
def create(*, team_id: UUID, name: str, email: str, by: Caller) -> Sender:
    """Raises FieldsInvalid, SenderExists, SenderLimitExceeded, TooManyRequests, and the errors of `check_name`."""
    name, email = validate_name(name), validate_email(email)
    check_name(team_id=team_id, name=email.rpartition("@")[2])
    quota.use(team_id=team_id, limit=SENDER)
    sender = _insert(team_id=team_id, name=name, email=email)
    if by.validated and email == by.email:
        _mark_validated(sender)
    else:
        _request_verification(sender, language=by.language)
    activity.record(
        team_id=team_id, by=by, reference="sender", action="CREATED", name=sender.email, link=f"/senders#{sender.pk}"
    )
    _publish(sender, "created")
    return sender


@transaction.atomic
def update(*, team_id: UUID, sender_id: UUID, name: str, email: str, default: bool, by: Caller) -> Sender:
    """Changes a sender. A new address must be verified again.

    Raises NotFound, FieldsInvalid, SenderExists, SenderNotValidated, InUse, TooManyRequests and, for a new address, the
    errors of `domains.check_name`.
    """
    name, email = validate_name(name), validate_email(email)
    sender = _lock_senders(team_id).get(sender_id)
    if sender is None:
        raise NotFound
    moved = email != sender.email
    sender.name = name
    if moved:
        check_name(team_id=team_id, name=email.rpartition("@")[2])
        in_use.check(NOUN, team_id=team_id, ids=[str(sender.pk)])
        _change_address(sender, email)
    _save(sender)
    if moved and by.validated and email == by.email:
        _mark_validated(sender)
    elif moved:
        _request_verification(sender, language=by.language)
    if default:
        _make_default(sender)
    elif moved:
        _ensure_default(team_id)
    activity.record(
        team_id=team_id, by=by, reference="sender", action="UPDATED", name=sender.email, link=f"/senders#{sender.pk}"
    )
    _publish(sender, "updated")
    return sender


@transaction.atomic
def delete(*, team_id: UUID, sender_id: UUID, by: Caller) -> None:
    """Deletes a sender. The oldest verified sender becomes the default. Raises NotFound or InUse."""
    sender = _lock_senders(team_id).get(sender_id)
    if sender is None:
        raise NotFound
    in_use.check(NOUN, team_id=team_id, ids=[str(sender.pk)])
    _publish(sender, "deleted")
    activity.record(
        team_id=team_id, by=by, reference="sender", action="DELETED", name=sender.email, link=f"/senders#{sender.pk}"
    )
    sender.delete()
    quota.return_units(team_id=team_id, limit=SENDER)
    _ensure_default(team_id)


@transaction.atomic
def resend_verification(*, team_id: UUID, sender_id: UUID, by: Caller) -> None:
    """Sends the link again; earlier links remain valid until they expire.

    Raises NotFound, SenderAlreadyValidated, or TooManyRequests within a minute of the last email.
    """
    sender = _lock_senders(team_id).get(sender_id)
    if sender is None:
        raise NotFound
    if sender.validated_at is not None:
        raise SenderAlreadyValidated
    _request_verification(sender, language=by.language)


@transaction.atomic
def validate(*, token: str) -> Sender:
    """Verifies the sender of an emailed token. Idempotent.

    Raises EmailedTokenExpired for an expired or unknown token, or if the sender has changed since.
    """
    asked = _get_validation(token)
    locked = _lock_senders(asked.team_id)
    sender = _check_open(asked, locked.get(asked.sender_id) if asked.sender_id else None)
    if sender.validated_at is None:
        _mark_validated(sender)
        _publish(sender, "validated")
        notify("sender.validated", team_id=sender.team_id, email=sender.email)
    return sender


def get_requested_sender(*, token: str) -> Sender:
    """Raises EmailedTokenExpired."""
    asked = _get_validation(token)
    rows = Sender.objects.for_team(asked.team_id).select_related("team")
    return _check_open(asked, rows.filter(pk=asked.sender_id).first() if asked.sender_id else None)


def _get_validation(token: str) -> Validation:
    # across teams: the emailed token is the only credential
    asked = Validation.objects.filter(token_hash=hash_token(token)).first()
    if asked is None:
        raise EmailedTokenExpired
    return asked


def _check_open(asked: Validation, sender: Sender | None) -> Sender:
    if sender is None or sender.email != asked.email:
        raise EmailedTokenExpired
    if sender.validated_at is None and asked.expires_at <= clock.now():
        raise EmailedTokenExpired
    return sender


@transaction.atomic
def send_validation(*, validation_id: UUID) -> None:
    """A repeated call creates a new token."""
    # across teams: a job, which has only the id
    asked = Validation.objects.select_for_update().select_related("team").filter(pk=validation_id).first()
    if asked is None or asked.sender_id is None:
        return
    token = secrets.token_urlsafe(32)
    asked.token_hash = hash_token(token)
    asked.save(update_fields=["token_hash"])
    system_email.send(
        to=asked.email,
        template="validate-sender",
        context={
            "name": "",
            "team": str(asked.team),
            "email": asked.email,
            "link": f"{settings.APP_ORIGINS[0]}/senders/validate#{token}",
        },
        language=asked.language,
    )


def adopt_owner(*, user_id: UUID) -> None:
    """Creates the first sender of each team without one from the owner's verified address."""
    user = User.objects.filter(pk=user_id, validated_at__isnull=False).first()
    if user is None:
        return
    # across teams: every team that the user owns
    owned = Member.objects.filter(user=user, is_owner=True, active=True).select_related("team")
    for member in owned.order_by("pk"):
        _create_first_sender(team_id=member.team_id, name=str(member.team), email=user.email)


@transaction.atomic
def _create_first_sender(*, team_id: UUID, name: str, email: str) -> None:
    if Sender.objects.for_team(team_id).exists() or is_free_provider(email.rpartition("@")[2]):
        return
    try:
        quota.use(team_id=team_id, limit=SENDER)
    except SenderLimitExceeded:
        return
    sender = _insert(team_id=team_id, name=name, email=email)
    _mark_validated(sender)
    _publish(sender, "created")


def _lock_senders(team_id: UUID) -> dict[UUID, Sender]:
    """Locks and returns the team's few senders in id order, because the default moves between them."""
    return {row.pk: row for row in Sender.objects.for_team(team_id).select_for_update().order_by("pk")}


def _insert(*, team_id: UUID, name: str, email: str) -> Sender:
    domain = email.rpartition("@")[2]
    sender = Sender(team_id=team_id, name=name, email=email, domain=domain, created_at=clock.now())
    _save(sender)
    return sender


def _save(sender: Sender) -> None:
    try:
        with transaction.atomic():
            sender.save()
    except IntegrityError as error:
        if "sender_email" in str(error):
            raise SenderExists from None
        raise


def _change_address(sender: Sender, email: str) -> None:
    sender.email, sender.domain = email, email.rpartition("@")[2]
    sender.validated_at, sender.is_default = None, False


def _mark_validated(sender: Sender) -> None:
    sender.validated_at = clock.now()
    sender.is_default = not Sender.objects.for_team(sender.team_id).filter(is_default=True).exists()
    sender.save(update_fields=["validated_at", "is_default"])


def _make_default(sender: Sender) -> None:
    if sender.validated_at is None:
        raise SenderNotValidated
    Sender.objects.for_team(sender.team_id).filter(is_default=True).exclude(pk=sender.pk).update(is_default=False)
    sender.is_default = True
    sender.save(update_fields=["is_default"])


def _ensure_default(team_id: UUID) -> None:
    rows = Sender.objects.for_team(team_id)
    if rows.filter(is_default=True).exists():
        return
    heir = rows.filter(validated_at__isnull=False).order_by("created_at", "pk").first()
    if heir is not None:
        rows.filter(pk=heir.pk).update(is_default=True)


def _request_verification(sender: Sender, *, language: str) -> None:
    """Enqueues a job that creates the token and sends it. Raises TooManyRequests."""
    now = clock.now()
    recent = Validation.objects.for_team(sender.team_id).filter(created_at__gt=now - timedelta(days=1))
    # Before the last one is read, because of requests in parallel.
    is_full = owner_limits.is_full(recent, MAX_EMAILS_PER_DAY, owner=sender.team_id)
    last = recent.filter(email=sender.email).order_by("-created_at").first()
    if last is not None and last.created_at > now - EMAIL_COOLDOWN:
        raise TooManyRequests(payload={"retryAfterSeconds": _round_up_seconds(last.created_at + EMAIL_COOLDOWN - now)})
    if is_full:
        oldest = recent.order_by("created_at").values_list("created_at", flat=True)[0]
        raise TooManyRequests(payload={"retryAfterSeconds": _round_up_seconds(oldest + timedelta(days=1) - now)})
    asked = Validation.objects.create(
        team_id=sender.team_id,
        sender=sender,
        email=sender.email,
        language=language,
        created_at=now,
        expires_at=now + TOKEN_LIFETIME,
    )
    jobs.enqueue(VALIDATE_JOB, validation_id=str(asked.pk))


def _round_up_seconds(span: timedelta) -> int:
    return max(1, -(-span // timedelta(seconds=1)))


def _publish(sender: Sender, change: str) -> None:
    event = SenderChanged.model_validate({"sender_id": sender.pk, "change": change})
    events.publish(event, rooms=[rooms.team(sender.team_id)])
