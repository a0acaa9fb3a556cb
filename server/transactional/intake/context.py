"""What the checks look at, and what they find."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from server.transactional.header_lines import Line
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import Rate, Submission
from server.transactional.sql.checking import Facts
from server.transactional.states import RecipientKind


@dataclass(frozen=True, slots=True)
class Domain:
    """The domain that a message is sent from."""

    id: UUID
    name: str
    state: str


@dataclass(slots=True)
class Context:
    """One submission on its way through the checks, which fill in what they find out.

    `suppressed`: address -> why it is not written to.
    """

    key: KeyIdentity
    submission: Submission
    recipients: Sequence[tuple[str, RecipientKind]]
    facts: Facts
    # What is left of the limits, once it was counted.
    rate: Rate | None = None
    # Of the MIME: its fields, and a view of the rest with the empty line before it.
    lines: Sequence[Line] = ()
    rest: memoryview = field(default_factory=lambda: memoryview(b""))
    domain: Domain | None = None
    suppressed: Mapping[str, str] = field(default_factory=dict)

    @property
    def sender_domain(self) -> Domain:
        """The domain, after its check has found it."""
        if self.domain is None:
            raise RuntimeError("The domain has not been checked yet")
        return self.domain


@dataclass(frozen=True, slots=True)
class Held:
    """A check found that a person should look first: which check, and why."""

    check: str
    reason: str
