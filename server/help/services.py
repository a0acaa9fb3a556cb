"""Messages to the support of this installation: kept in the transaction of the call, mailed by a job."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from server.core import clock, jobs, rates, system_mail
from server.core.causes import NOT_EMAIL
from server.core.errors import FieldsInvalid, TooManyRequests
from server.core.network import Address, neighbourhood
from server.core.text import is_email, normal_email
from server.help.models import ContactMessage
from server.help.schemas import ContactUsIn

MAIL_JOB = "help.mail_message"
# Of one network in a day. A minute's limit stands on the call itself.
MOST_A_DAY = 20
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
# Of all networks together, to the support address.
MAX_EMAILS_AN_HOUR = 200


@transaction.atomic
def contact_us(*, message: ContactUsIn, address: Address) -> ContactMessage:
    """Keeps the message and asks for its mail.

    Raises FieldsInvalid for an address that nobody can answer to, and TooManyRequests above a network's daily limit.
    """
    email = normal_email(message.email)
    if not is_email(email):
        raise FieldsInvalid.of("email", NOT_EMAIL, message.email, example="you@example.com")
    now, network = clock.now(), neighbourhood(address)
    today = ContactMessage.objects.filter(network=network, created_at__gt=now - DAY).order_by("created_at")
    if today.count() >= MOST_A_DAY:
        oldest = today.values_list("created_at", flat=True)[0]
        raise TooManyRequests(payload={"retryAfterSeconds": int((oldest + DAY - now).total_seconds())})
    _, *wider = rates.network_limits("contact-us", address, most=MOST_A_DAY, seconds=int(DAY.total_seconds()))
    rates.refuse_exceeded(rates.take(wider, amount=1, at=int(now.timestamp())))
    kept = ContactMessage.objects.create(
        name=message.name,
        email=email,
        company=message.company,
        phone=message.phone,
        message=message.message,
        network=network,
        created_at=now,
    )
    jobs.enqueue(MAIL_JOB, message_id=str(kept.pk))
    return kept


@transaction.atomic
def mail(*, message_id: UUID) -> None:
    """Mails a kept message to the support address, once. Raises TransportMissing when nothing can send mail."""
    message = ContactMessage.objects.select_for_update().filter(pk=message_id, mailed_at__isnull=True).first()
    if message is None:
        return
    now = clock.now()
    if ContactMessage.objects.filter(mailed_at__gt=now - HOUR).count() >= MAX_EMAILS_AN_HOUR:
        # Still stored: flooding the form delays emails, but loses no message.
        jobs.enqueue(MAIL_JOB, due=now + HOUR, message_id=str(message_id))
        return
    system_mail.send(
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
