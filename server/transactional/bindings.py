"""The visible records of a caller of the transactional API: all of a team, or those that its API key is bound to.

Selectors of messages, batches, events and statistics take a `Binding` instead of a team, so that no operation can omit
it. `TrxAccess` declares which bindings an operation accepts.
"""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from server.transactional.models import Message, Subaccount, TransactionalBatch, TransactionalDomain


class BindingKind(StrEnum):
    """The kinds of API key bindings."""

    SANDBOX = "sandbox"
    SUBACCOUNT = "subaccount"
    DOMAIN = "domain"


ALL_KINDS = frozenset(BindingKind)
# Statistics count live messages by domain and subaccount; they contain no sandbox messages.
LIVE_KINDS = frozenset({BindingKind.SUBACCOUNT, BindingKind.DOMAIN})


@dataclass(frozen=True, slots=True)
class Binding:
    """A team, and the bindings of a key; users and keys without bindings see the whole team."""

    team_id: UUID
    is_sandbox: bool = False
    subaccount_id: UUID | None = None
    domain_id: UUID | None = None

    @property
    def pk(self) -> UUID:
        """The team's id, so that a binding can replace the team in `for_team`."""
        return self.team_id

    @property
    def kinds(self) -> frozenset[BindingKind]:
        bound = {
            BindingKind.SANDBOX: self.is_sandbox,
            BindingKind.SUBACCOUNT: self.subaccount_id is not None,
            BindingKind.DOMAIN: self.domain_id is not None,
        }
        return frozenset(kind for kind, is_bound in bound.items() if is_bound)

    @property
    def ids(self) -> dict[str, UUID]:
        """The columns `subaccount_id` and `domain_id` with the values of visible rows."""
        columns = {"subaccount_id": self.subaccount_id, "domain_id": self.domain_id}
        return {name: value for name, value in columns.items() if value is not None}

    def messages(self) -> QuerySet[Message]:
        rows = Message.objects.for_team(self.team_id).filter(**self.ids)
        return rows.filter(sandbox=True) if self.is_sandbox else rows

    def batches(self) -> QuerySet[TransactionalBatch]:
        """The visible batches: all messages of a batch have the same key and sender address."""
        rows = TransactionalBatch.objects.for_team(self.team_id)
        if not self.kinds:
            return rows
        return rows.filter(Exists(self.messages().filter(batch_id=OuterRef("pk"))))

    def domains(self) -> QuerySet[TransactionalDomain]:
        """The domains that can be sent from, with their sender domains."""
        rows = TransactionalDomain.objects.for_team(self.team_id).select_related("sender_domain")
        return rows if self.domain_id is None else rows.filter(pk=self.domain_id)

    def subaccounts(self) -> QuerySet[Subaccount]:
        rows = Subaccount.objects.for_team(self.team_id)
        return rows if self.subaccount_id is None else rows.filter(pk=self.subaccount_id)

    def keys(self, path: str = "") -> Q:
        """The keys with the same bindings. `path` is the lookup prefix from the filtered model to its keys, such as
        `keys__`.
        """
        found = Q(**{f"{path}{name}": value for name, value in self.ids.items()})
        return found & Q(**{f"{path}sandbox": True}) if self.is_sandbox else found
