"""Signing up on a team's page, with double opt-in if the team has turned it on.

The request does the same work for every address; only its job checks whether the address is known. So neither the page
nor its response time reveals who is subscribed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.core import signing
from django.db import transaction

from server.contacts.models import Contact
from server.contacts.selectors import imports, preferences
from server.contacts.services import pending
from server.contacts.services import preferences as wishes
from server.contacts.services import subscriptions as contacts
from server.contacts.services.history import ConsentProof
from server.contacts.services.importing import confirmation_progress
from server.contacts.states import ConsentSource, ContactState
from server.core import clock, jobs
from server.core.errors import ActionNotAllowed, NotFound
from server.core.rate_limits import counters
from server.core.rate_limits.limits import HOUR, RateLimit, require_within
from server.delivery.origins import CONFIRMATION
from server.delivery.services import subscribers, subscriptions, system
from server.delivery.services.branding import get_brand
from server.delivery.tokens import TOKEN_CHARACTERS
from server.identity.services import captcha, throttle
from server.plans.errors import QuotaExceeded
from server.teams.models import Team

JOB: Final = "delivery.sign_up"
# Of one team in an hour, known addresses included: more than a mention on television brings.
MAX_SIGN_UPS_PER_HOUR: Final = 2_000
SALT = "delivery.sign-up"
CONFIRM_PERIOD = pending.CONFIRMATION_PERIOD
# The contacts of an import did not request the email, and might read it late.
IMPORT_CONFIRM_PERIOD = timedelta(days=30)
# The text of the consent's proof.
IMPORT_CONSENT_TEXTS: Final = {
    "en": "Confirmed by email after the import of {file}",
    "id": "Dikonfirmasi lewat email setelah impor {file}",
}

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class SignUpRequest:
    """The form's input, and the evidence for the consent."""

    email: str
    firstname: str = ""
    lastname: str = ""
    topic_ids: Sequence[int] | None = None
    words: str = ""
    ip: str | None = None
    user_agent: str = ""
    page: str = "subscribe"

    def proof(self, **changed: Any) -> ConsentProof:
        given = {"words": self.words, "ip": self.ip, "user_agent": self.user_agent, "page": self.page}
        return ConsentProof(ConsentSource.PAGE, **(given | changed))


def get_open_team(slug: str) -> Team:
    """Raises NotFound for no such team, and for one whose page accepts no sign-ups."""
    team = Team.objects.filter(slug=slug, suspended_at__isnull=True, locked_at__isnull=True).first()
    if team is None or not preferences.get_subscriber_setting(team.pk).is_open:
        raise NotFound
    return team


def request_sign_up(*, team: Team, wish: SignUpRequest, language: str, captcha_solution: str) -> bool:
    """Queues a sign-up. Returns whether the address has to be confirmed.

    Raises CaptchaInvalid for a proof of work that is wrong or was used. Raises TooManyRequests beyond the limits of one
    team's form in an hour, and of emails requested by all networks in a minute.
    """
    captcha.check(payload=captcha_solution, address=ip_address(wish.ip or "0.0.0.0"))  # noqa: S104 -- an unknown one
    limit = RateLimit(f"sign-up:{team.pk}", MAX_SIGN_UPS_PER_HOUR, HOUR)
    require_within(counters.consume([limit], amount=1, at=int(clock.now().timestamp())))
    throttle.count_requested_email()
    given = {
        "email": wish.email,
        "firstname": wish.firstname,
        "lastname": wish.lastname,
        "topic_ids": None if wish.topic_ids is None else list(wish.topic_ids),
        "words": wish.words,
        "ip": wish.ip,
        "user_agent": wish.user_agent[:300],
        "page": wish.page,
    }
    with transaction.atomic():
        jobs.enqueue(JOB, team_id=str(team.pk), wish=given, language=language)
    return preferences.get_subscriber_setting(team.pk).double_optin


def sign_up(*, team_id: UUID, wish: Mapping[str, Any], language: str) -> None:
    """Emails the confirmation, or subscribes the contact directly if the team wants no confirmation.

    Does nothing if the team's plan allows no more contacts.
    """
    team = Team.objects.get(pk=team_id)
    wanted = SignUpRequest(**wish)
    confirms = preferences.get_subscriber_setting(team_id).double_optin
    try:
        with transaction.atomic():
            _confirm_or_subscribe(team, wanted, confirms=confirms, language=language)
    except QuotaExceeded:
        log.info("subscriptions.full", team_id=str(team_id))


def _confirm_or_subscribe(team: Team, wish: SignUpRequest, *, confirms: bool, language: str) -> None:
    known = Contact.objects.for_team(team).filter(email=wish.email).first()
    state = ContactState(known.state) if known else None
    if state in (ContactState.BOUNCED, ContactState.COMPLAINED):
        return
    # The contact can have been deleted since.
    if subscriptions.is_barred(team_id=team.pk, email=wish.email):
        return
    # An unsubscribed contact returns only by confirming from its own mailbox: anyone can fill in a form.
    left = state == ContactState.UNSUBSCRIBED or subscriptions.is_suppressed(team_id=team.pk, email=wish.email)
    if confirms or left:
        contact = known or _create_contact(team, wish, ContactState.WAITING)
        _send_confirmation(team, contact, wish, language)
    elif state != ContactState.SUBSCRIBED:
        _save_topics(_create_contact(team, wish, ContactState.SUBSCRIBED), wish)


def _create_contact(team: Team, wish: SignUpRequest, state: ContactState) -> Contact:
    names = {"firstname": wish.firstname, "lastname": wish.lastname}
    return contacts.sign_up(team_id=team.pk, email=wish.email, names=names, state=state, proof=wish.proof())


def _send_confirmation(team: Team, contact: Contact, wish: SignUpRequest, language: str) -> None:
    if not throttle.reserve_stranger_email(purpose="subscribe", team_id=team.pk, email=contact.email):
        return
    pending.extend_period(team_id=team.pk, contact_id=contact.pk)
    is_subscribed = contact.state == ContactState.SUBSCRIBED
    token = subscribers.create_token(contact) if is_subscribed else create_confirmation_token(contact, wish)
    page = "manage-subscription" if is_subscribed else "confirm-subscription"
    brand = get_brand(team)
    system.send(
        to=contact.email,
        template="already-subscribed" if is_subscribed else "confirm-subscription",
        context={"team": brand.name, "link": f"{settings.PAGES_ORIGIN.rstrip('/')}/{page}/{token}"},
        language=language,
        brand=brand,
    )


def create_confirmation_token(contact: Contact, wish: SignUpRequest) -> str:
    """The token contains the given consent: nothing is stored before it is confirmed."""
    topic_ids = None if wish.topic_ids is None else list(wish.topic_ids)
    return signing.dumps(
        [str(contact.team_id), contact.pk, contact.email, topic_ids, wish.words], salt=SALT, compress=True
    )


@dataclass(frozen=True, slots=True)
class ConfirmationRequest:
    """The contents of a confirmation token. `import_id` is set if an import asked for the confirmation."""

    contact: Contact
    topic_ids: list[int] | None
    words: str
    import_id: UUID | None = None


def get_waiting_contact(token: str) -> Contact:
    """Raises NotFound if the token is forged or expired, or the contact is deleted."""
    return _read_token(token).contact


def confirm(*, token: str, ip: str | None, user_agent: str) -> Contact:
    """Confirms the subscription: from now on the contact can get email (CONT-87). Idempotent.

    Raises NotFound as `get_waiting_contact` does, and ActionNotAllowed after a bounce or complaint.
    """
    asked = _read_token(token)
    contact = asked.contact
    wish = SignUpRequest(contact.email, topic_ids=asked.topic_ids, words=asked.words, ip=ip, user_agent=user_agent)
    with transaction.atomic():
        proof = wish.proof(page="confirm-subscription")
        if asked.import_id is not None:
            # Of two simultaneous confirmations only one counts.
            confirmation_progress.lock(team_id=contact.team_id, import_id=asked.import_id)
            contact.refresh_from_db(fields=["state"])
        if contact.state != ContactState.SUBSCRIBED:
            is_barred = subscriptions.is_barred(team_id=contact.team_id, email=contact.email)
            if contact.state not in contacts.RESUBSCRIBABLE_STATES or is_barred:
                raise ActionNotAllowed(payload={"state": contact.state})
            if asked.import_id is not None and contact.state == ContactState.WAITING:
                confirmation_progress.record_confirmed(team_id=contact.team_id, import_id=asked.import_id)
            contacts.confirm(team_id=contact.team_id, contact_id=contact.pk, proof=proof)
            subscriptions.lift_suppression(team_id=contact.team_id, email=contact.email)
            _save_topics(contact, wish)
    contact.refresh_from_db()
    return contact


def _read_token(token: str) -> ConfirmationRequest:
    if len(token) == TOKEN_CHARACTERS:
        return _read_import_token(token)
    try:
        team_id, contact_id, email, topic_ids, words = signing.loads(token, salt=SALT, max_age=CONFIRM_PERIOD)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    contact = Contact.objects.for_team(UUID(team_id)).filter(pk=contact_id, email=email).first()
    if contact is None:
        raise NotFound
    return ConfirmationRequest(contact, topic_ids, words)


def _read_import_token(token: str) -> ConfirmationRequest:
    """Tokens of emails other than an import's confirmation confirm nothing."""
    who = subscribers.get_subscriber(token)
    mailing = who.mailing
    if mailing is None or mailing.origin != CONFIRMATION or mailing.started_at is None:
        raise NotFound
    if clock.now() - mailing.started_at > IMPORT_CONFIRM_PERIOD:
        raise NotFound
    job = imports.get_import(team_id=who.team.pk, import_id=mailing.origin_id)
    words = IMPORT_CONSENT_TEXTS.get(who.team.language, IMPORT_CONSENT_TEXTS["en"]).format(file=job.file)
    return ConfirmationRequest(who.own(), None, words, job.pk)


def _save_topics(contact: Contact, wish: SignUpRequest) -> None:
    if wish.topic_ids is not None:
        wishes.set_preferences(team_id=contact.team_id, contact_id=contact.pk, topic_ids=wish.topic_ids)
