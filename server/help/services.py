"""Messages to the support of this installation: stored in the transaction of the call, emailed by a job."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from server.core import clock, jobs, system_email
from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid
from server.core.network import Address, get_narrowest_network
from server.core.rate_limits import counters, row_limits
from server.core.rate_limits.limits import build_network_limits, require_within
from server.core.text import is_email, normalize_email
from server.help.models import ContactMessage

EMAIL_JOB = "help.mail_message"
# Per network and day. The operation itself has a limit per minute.
MAX_MESSAGES_PER_DAY = 20
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
# Of all networks together, to the support address.
MAX_EMAILS_PER_HOUR = 200


@transaction.atomic
def contact_us(
    *, name: str, email: str, message: str, address: Address, company: str = "", phone: str = ""
) -> ContactMessage:
    """Stores the message and queues its email.

    Raises FieldsInvalid for an invalid address, and TooManyRequests above the daily limit of a network.
    """
    normal = normalize_email(email)
    if not is_email(normal):
        raise FieldsInvalid.of("email", NOT_EMAIL, email, example="you@example.com")
    now, network = clock.now(), get_narrowest_network(address)
    row_limits.require(
        ContactMessage.objects.filter(network=network), "created_at", limit=MAX_MESSAGES_PER_DAY, period=DAY
    )
    _, *wider = build_network_limits("contact-us", address, most=MAX_MESSAGES_PER_DAY, seconds=int(DAY.total_seconds()))
    require_within(counters.consume(wider, amount=1, at=int(now.timestamp())))
    kept = ContactMessage.objects.create(
        name=name,
        email=normal,
        company=company,
        phone=phone,
        message=message,
        network=network,
        created_at=now,
    )
    jobs.enqueue(EMAIL_JOB, message_id=str(kept.pk))
    return kept


@transaction.atomic
def email_message(*, message_id: UUID) -> None:
    """Emails a stored message to the support address, once. Raises TransportMissing."""
    message = ContactMessage.objects.select_for_update().filter(pk=message_id, mailed_at__isnull=True).first()
    if message is None:
        return
    now = clock.now()
    if row_limits.compute_wait(ContactMessage.objects.all(), "mailed_at", limit=MAX_EMAILS_PER_HOUR, period=HOUR):
        # The message stays stored: flooding the form delays emails, but loses no message.
        jobs.enqueue(EMAIL_JOB, due=now + HOUR, message_id=str(message_id))
        return
    system_email.send(
        to=settings.SUPPORT_ADDRESS,
        template="contact-us",
        context={
            "name": message.name,
            "address": message.email,
            "company": message.company,
            "phone": message.phone,
            "message": message.message,
        },
        language="en",
    )
    message.mailed_at = now
    message.save(update_fields=["mailed_at"])
