"""Origins: the purposes of mailings. An app that creates mailings registers their origin in its contributions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from server.core.registry import Registry
from server.delivery.models.relays import Stream
from server.plans.features import EMAIL_SENT, PlanLimit


@dataclass(frozen=True, slots=True)
class MailingChange:
    """The state of a mailing changed. `version` is that of a continuous mailing."""

    team_id: UUID
    origin_id: UUID
    state: str
    version: int | None = None


Hook = Callable[[MailingChange], None]


@dataclass(frozen=True, slots=True)
class MailingOrigin:
    """How the mailings of one origin are sent and counted.

    Mailings with the lowest `priority` are claimed first; up to 1 they have their own senders (wire/sender.py).
    `stream` determines the pools. `quota` is reserved for all recipients when a mailing starts; None counts nothing.

    A team's marketing is capped by frequency, evaluated by its bounces and complaints, and paused for them, as for a
    broken domain. It honors opt-outs from tracking, and its team sees its progress live.

    A continuous mailing (`is_continuous`) has no list: it accepts recipients in batches while it is open
    (services/continuous_mailings.py), and their quota is reserved batch by batch. There is one for each published
    version of a record.

    The `hook` is called when a mailing is done, was paused, resumed, cancelled or is sent again; not when it starts. It
    runs in the transaction of the change, so both are committed together.
    """

    name: str  # at most MAX_NAME_LENGTH characters
    priority: int
    stream: Stream
    quota: PlanLimit | None = None
    is_marketing: bool = False
    is_continuous: bool = False
    hook: Hook | None = None


ORIGINS = Registry[str, MailingOrigin]("origin of mailings")
MAX_NAME_LENGTH = 12

SYSTEM: Final = "system"  # our own emails
TEST: Final = "test"
CONFIRMATION: Final = "confirmation"  # asks imported contacts to confirm; `origin_id` is the import's
OWN_ORIGINS = (
    MailingOrigin(SYSTEM, 0, Stream.SYSTEM),
    MailingOrigin(TEST, 1, Stream.TRANSACTIONAL),
    # In the marketing stream, because addresses from a file bounce like those of campaigns.
    MailingOrigin(CONFIRMATION, 3, Stream.MARKETING, EMAIL_SENT),
)


def register(origin: MailingOrigin) -> None:
    """Raises ValueError for a name that is taken or too long."""
    if len(origin.name) > MAX_NAME_LENGTH:
        raise ValueError(f"The name of an origin has at most {MAX_NAME_LENGTH} characters: {origin.name}")
    ORIGINS.add(origin.name, origin)


def list_marketing_origins() -> list[str]:
    return [origin.name for origin in ORIGINS.values() if origin.is_marketing]


def list_counted_origins(limit: PlanLimit | None = None) -> list[str]:
    """Returns origins whose mailings count against `limit`, or against any limit if it is None."""
    return [origin.name for origin in ORIGINS.values() if origin.quota and limit in (None, origin.quota)]


def notify_hook(origin: str, change: MailingChange) -> None:
    hook = ORIGINS[origin].hook
    if hook is not None:
        hook(change)
