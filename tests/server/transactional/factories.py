"""Teams that send transactional email: a verified domain, keys, submissions."""

import secrets
from collections.abc import Sequence
from typing import Any

from server.core import clock
from server.delivery.tags.budget import Budget
from server.senders.models import SenderDomain
from server.senders.states import DomainState
from server.teams.models import Team
from server.transactional.identities import KeyIdentity
from server.transactional.intake.requests import SubmissionRequest
from server.transactional.intake.submissions import MessageSummary, Submission
from server.transactional.models import ApiKey, TransactionalDomain, TransactionalSetting
from server.transactional.services import keys
from server.transactional.services.keys import Credential
from server.transactional.states import RecipientKind, Scope, Via

ADDRESS = "192.0.2.7"


def make_domain(
    team: Team, name: str = "kopi.example", *, state: str = DomainState.AUTHENTICATED
) -> TransactionalDomain:
    """A domain of the team, verified unless given otherwise."""
    now = clock.now()
    domain = SenderDomain.objects.create(team=team, name=name, state=state, created_at=now, next_check_at=now)
    return TransactionalDomain.objects.create(team=team, sender_domain=domain, created_at=now)


def make_key(team: Team, **fields: Any) -> tuple[ApiKey, str]:
    """A key of all scopes and its secret."""
    sandbox = fields.get("sandbox", False)
    prefix = f"dsk_{'test' if sandbox else 'live'}_{secrets.token_hex(4)}"
    secret = f"{prefix}_{secrets.token_urlsafe(32)}"
    defaults: dict[str, Any] = {"name": "Toko", "scopes": list(Scope.values), "created_at": clock.now()}
    key = ApiKey.objects.create(team=team, prefix=prefix, secret_hash=keys.hash_secret(secret), **defaults | fields)
    return key, secret


def make_identity(team: Team, **fields: Any) -> KeyIdentity:
    """The identity of a new key of the team."""
    return keys.identify(make_key(team, **fields)[1], ADDRESS, Scope.SEND)


def make_setting(team: Team, **fields: Any) -> TransactionalSetting:
    """The team's settings."""
    return TransactionalSetting.objects.create(team=team, opened_at=clock.now(), **fields)


def make_mime(*, sender: str = "toko@kopi.example", to: str = "ani@example.com", subject: str = "Halo") -> bytes:
    """A small email without Date and Message-ID."""
    lines = [
        f"From: Toko Kopi <{sender}>",
        f"To: {to}",
        f"Subject: {subject}",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "Pesanan Anda sudah dikirim.",
        "",
    ]
    return "\r\n".join(lines).encode()


def make_submission(*to: str, **fields: Any) -> Submission:
    """A submission over SMTP to these addresses; `fields` replace its values."""
    people: Sequence[str] = to or ("ani@example.com",)
    sender = fields.get("from_address", "toko@kopi.example")
    subject = fields.get("subject", "Halo")
    defaults: dict[str, Any] = {
        "from_address": sender,
        "recipients": [(address, RecipientKind.TO) for address in people],
        "mime": make_mime(sender=sender, to=", ".join(people), subject=subject),
        "via": Via.SMTP,
        "from_name": "Toko Kopi",
        "subject": subject,
    }
    return Submission(**defaults | fields)


class ParsedRequest(SubmissionRequest):
    """A request for a submission that needs no parsing."""

    def __init__(self, caller: KeyIdentity | Credential, submission: Submission) -> None:
        super().__init__(caller, submission.via, MessageSummary())
        self._submission = submission

    def parse(self, key: KeyIdentity, budget: Budget) -> Submission:
        return self._submission
