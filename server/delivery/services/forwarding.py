"""Forwards an email to friends: a single note in the team's name that subscribes no one.

A friend reads the email as an anonymous recipient would: without data of the person who forwarded it, and without that
person's links. A suppressed address gets no note, and the person who forwards the email can't see that.
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

from server.contacts.services.history import ConsentProof
from server.core.errors import NotFound, TooManyRequests
from server.delivery.compiling import CompiledEmail
from server.delivery.content.markup import Element, split_pieces
from server.delivery.mime.filling import FillProgram, fill_text
from server.delivery.models import Mailing
from server.delivery.services import subscriptions, system
from server.delivery.services.branding import get_brand
from server.delivery.services.subscribers import Subscriber
from server.identity.services import throttle
from server.teams.models import Team

MAX_FRIENDS: Final = 5
MAX_NAME_LENGTH: Final = 60
READ_WITHIN = timedelta(days=90)
READ_SALT: Final = "delivery.forwarded"
STOP_SALT: Final = "delivery.forwarded-stop"
# Replaces the token of the person who forwarded the email.
_PLACEHOLDER_TOKEN: Final = "forwarded-to-a-friend"  # noqa: S105 not a secret
_GAP: Final = "\x00"
_GAPS = re.compile(rf"{_GAP}(?: · {_GAP})*(?: · )?")
# Text that an email program would turn into a link is not accepted as a name.
_UNSAFE_NAME = re.compile(r"[/:@<>\[\]\\]|\w\.\w")


@dataclass(frozen=True, slots=True)
class Friend:
    name: str
    email: str


def is_safe_name(text: str) -> bool:
    return len(text) <= MAX_NAME_LENGTH and not _UNSAFE_NAME.search(text)


def check_forwardable(who: Subscriber) -> Mailing:
    """Raises NotFound for a token of no mailing, and of one without unsubscribe links."""
    if who.mailing is None or not (who.is_tester or who.mailing.unsubscribes):
        raise NotFound
    return who.mailing


def forward(who: Subscriber, *, sender: str, friends: Sequence[Friend], language: str) -> None:
    """Sends the note to each friend who can get one. A test email sends none.

    Raises NotFound. Raises TooManyRequests after three forwards in an hour, or above the limit for all networks
    together.
    """
    mailing = check_forwardable(who)
    if who.is_tester:
        return
    if not throttle.count_email(purpose=f"forwards of {who.team.pk}", email=who.email):
        raise TooManyRequests
    friends = friends[:MAX_FRIENDS]
    for _ in friends:
        throttle.count_requested_email()
    brand = get_brand(who.team)
    subject = fill_text(CompiledEmail.from_data(mailing.compiled).subject, {})
    page = f"{settings.PAGES_ORIGIN.rstrip('/')}/email-forward"
    link = f"{page}/{signing.dumps([mailing.pk], salt=READ_SALT)}"
    # Counted before the transaction: two transactions that count the same friends could deadlock.
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
    """Counts the note against the limits."""
    if friend.email == who.email or subscriptions.is_suppressed(team_id=who.team.pk, email=friend.email):
        return False
    return throttle.reserve_stranger_email(purpose="forward", team_id=who.team.pk, email=friend.email)


def render_forwarded_email(key: str) -> str:
    """Raises NotFound for a forged or expired key, and for a deleted mailing."""
    try:
        [mailing_id] = signing.loads(key, salt=READ_SALT, max_age=READ_WITHIN)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    # across teams: the key names the mailing, and with it the team
    mailing = Mailing.objects.filter(pk=mailing_id, team__isnull=False).first()
    if mailing is None or (mailing.plain is None and mailing.follows):
        raise NotFound
    compiled = CompiledEmail.from_data(mailing.plain or mailing.compiled)
    runs = FillProgram(compiled.html).fill({}, _PLACEHOLDER_TOKEN.encode())
    return _remove_recipient_links(quopri.decodestring(b"".join(runs)).decode())


def _remove_recipient_links(html: str) -> str:
    out: list[str] = []
    is_own = False
    for piece in split_pieces(html):
        if isinstance(piece, Element) and piece.name == "a":
            if not piece.closes and _PLACEHOLDER_TOKEN in piece.raw:
                is_own = True
                out.append(_GAP)
                continue
            if piece.closes and is_own:
                is_own = False
                continue
        if not is_own:
            out.append(piece if isinstance(piece, str) else piece.raw)
    return _GAPS.sub("", "".join(out))


def read_stop_key(key: str) -> tuple[Team, str]:
    """Raises NotFound for a forged key, and for a deleted team."""
    try:
        team_id, email = signing.loads(key, salt=STOP_SALT)
    except (signing.BadSignature, ValueError) as error:
        raise NotFound from error
    team = Team.objects.filter(pk=UUID(team_id)).first()
    if team is None:
        raise NotFound
    return team, email


def stop_forwards(key: str, proof: ConsentProof) -> None:
    team, email = read_stop_key(key)
    subscriptions.suppress_address(team_id=team.pk, email=email, proof=proof)
