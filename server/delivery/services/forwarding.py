"""Forwarding a mail to friends: a note in the team's name, once, that puts nobody on a list.

A friend reads the mail as nobody in particular would get it: nothing of who forwarded it is in it, nor any of the
addresses that speak for that person. Whose address stands on the team's list of suppressions gets no note, and nobody
is told so.
"""

import quopri
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.db import transaction

from server.contacts.services.history import Proof
from server.core.errors import NotFound, TooManyRequests
from server.delivery.compiling import Compiled
from server.delivery.content.markup import Element, pieces
from server.delivery.mime.filling import Program, fill_text
from server.delivery.models import Mailing
from server.delivery.services import subscriptions, system
from server.delivery.services.branding import brand_of
from server.delivery.services.subscribers import Subscriber
from server.identity.services import throttle
from server.teams.models import Team

MOST_FRIENDS: Final = 5
NAME_LENGTH: Final = 60
READ_WITHIN = timedelta(days=90)
READ_SALT: Final = "delivery.forwarded"
STOP_SALT: Final = "delivery.forwarded-stop"
# Stands where the token of who forwarded it would.
_NOBODY: Final = "forwarded-to-a-friend"
_GAP: Final = "\x00"
_GAPS = re.compile(rf"{_GAP}(?: · {_GAP})*(?: · )?")
# What a mail program would turn into an address to follow: a name that is one is no name.
_NO_NAME = re.compile(r"[/:@<>\[\]\\]|\w\.\w")


@dataclass(frozen=True, slots=True)
class Friend:
    """To whom a mail is forwarded."""

    name: str
    email: str


def is_name(text: str) -> bool:
    """Whether a text can stand as a name in a mail to a stranger."""
    return len(text) <= NAME_LENGTH and not _NO_NAME.search(text)


def check_forwardable(who: Subscriber) -> Mailing:
    """The mail that the token came in. Raises NotFound for a token that came in none that many get."""
    if who.mailing is None or not (who.is_tester or who.mailing.unsubscribes):
        raise NotFound
    return who.mailing


def forward(who: Subscriber, *, sender: str, friends: Sequence[Friend], language: str) -> None:
    """Sends the note to each friend that may get one. From a test mail none is sent.

    Raises NotFound, and TooManyRequests for who has forwarded three times in this hour, or above the limit of all
    networks (throttle).
    """
    mailing = check_forwardable(who)
    if who.is_tester:
        return
    if not throttle.take_mail(purpose=f"forwards of {who.team.pk}", email=who.email):
        raise TooManyRequests
    friends = friends[:MOST_FRIENDS]
    for _ in friends:
        throttle.email_requested()
    brand = brand_of(who.team)
    subject = fill_text(Compiled.from_data(mailing.compiled).subject, {})
    page = f"{settings.PAGES_ORIGIN.rstrip('/')}/email-forward"
    link = f"{page}/{signing.dumps([mailing.pk], salt=READ_SALT)}"
    # Counted before the transaction: two that hold counts of the same friends could deadlock.
    reached = [friend for friend in friends if _can_email(who, friend)]
    with transaction.atomic():
        for friend in reached:
            system.send(
                to=friend.email,
                template="forwarded",
                context={
                    "sender": sender,
                    "friend": friend.name,
                    "team": brand.name,
                    "subject": subject,
                    "link": link,
                    "stop": f"{page}/{signing.dumps([str(who.team.pk), friend.email], salt=STOP_SALT)}",
                },
                language=language,
                brand=brand,
            )


def _can_email(who: Subscriber, friend: Friend) -> bool:
    """Whether the friend can get the note. Counts it."""
    if friend.email == who.email or subscriptions.is_stopped(team_id=who.team.pk, email=friend.email):
        return False
    return throttle.reserve_stranger_email(purpose="forward", team_id=who.team.pk, email=friend.email)


def mail_of(key: str) -> str:
    """The HTML of a forwarded mail. Raises NotFound for a forged or old key, and where the mail has gone."""
    try:
        [mailing_id] = signing.loads(key, salt=READ_SALT, max_age=READ_WITHIN)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the key names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=mailing_id, team__isnull=False).first()
    if mailing is None or (mailing.plain is None and mailing.follows):
        raise NotFound
    compiled = Compiled.from_data(mailing.plain or mailing.compiled)
    runs = Program(compiled.html).fill({}, _NOBODY.encode())
    return _without_own(quopri.decodestring(b"".join(runs)).decode())


def _without_own(html: str) -> str:
    """Without the links that speak for a recipient, and without the dots between them."""
    out: list[str] = []
    is_own = False
    for piece in pieces(html):
        if isinstance(piece, Element) and piece.name == "a":
            if not piece.closes and _NOBODY in piece.raw:
                is_own = True
                out.append(_GAP)
                continue
            if piece.closes and is_own:
                is_own = False
                continue
        if not is_own:
            out.append(piece if isinstance(piece, str) else piece.raw)
    return _GAPS.sub("", "".join(out))


def who_stops(key: str) -> tuple[Team, str]:
    """Which team may not be forwarded to which address any more. Raises NotFound for a forged key."""
    try:
        team_id, email = signing.loads(key, salt=STOP_SALT)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    team = Team.objects.filter(pk=UUID(team_id)).first()
    if team is None:
        raise NotFound
    return team, email


def stop(key: str, proof: Proof) -> None:
    """No mail of the team, forwarded or other, to the address any more. Twice is harmless."""
    team, email = who_stops(key)
    subscriptions.refuse(team_id=team.pk, email=email, proof=proof)
