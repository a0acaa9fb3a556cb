"""Replies to an email whose sender address reads no replies: the reply is emailed to the team's contact address."""

from typing import Final

from django.db import transaction

from server.core.errors import NotFound, TooManyRequests
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import fill_text
from server.delivery.models import Recipient
from server.delivery.services import system
from server.delivery.services.branding import get_brand
from server.delivery.services.subscribers import Subscriber
from server.identity.services import throttle

MAX_REPLY_CHARACTERS: Final = 5000


def send_reply(who: Subscriber, *, words: str) -> None:
    """Emails the text to the reply-to address, or else to the sender address. A test email sends nothing.

    Raises NotFound for a token that came in no email, and TooManyRequests after three replies in an hour.
    """
    mailing = who.mailing
    if mailing is None:
        raise NotFound
    if who.is_tester:
        return
    if not throttle.count_email(purpose=f"answers to {who.team.pk}", email=who.email):
        raise TooManyRequests
    name = who.contact.fullname.strip() if who.contact and who.reads_as_contact else ""
    fields = Recipient.objects.filter(mailing_id=mailing.pk, position=who.position).values_list("fields", flat=True)
    with transaction.atomic():
        system.send(
            to=mailing.reply_to or mailing.from_address,
            template="answered",
            context={
                "name": name or who.email,
                "address": who.email,
                "subject": fill_text(CompiledEmail.from_data(mailing.compiled).subject, fields.first() or {}),
                "lines": [line for line in words.splitlines() if line.strip()],
            },
            language=who.team.language,
            brand=get_brand(who.team),
            reply_to=who.email,
        )
