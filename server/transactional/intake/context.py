"""The input and results of the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.transactional.header_lines import HeaderLine
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import Rate, Submission
from server.transactional.sql.checking import SubmissionFacts

NO_FACTS: Final = SubmissionFacts((), {}, {})


@dataclass(frozen=True, slots=True)
class Domain:
    """The domain that a message is sent from."""

    id: UUID
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Quarantine:
    """A user must review the message first: the check that held it, and the reason."""

    check: str
    reason: str


@dataclass(slots=True)
class SubmissionContext:
    """One valid submission during its checks, which add their results.

    `facts` are those of its team about all submissions that are checked together. `suppressed`: address -> reason.
    """

    key: KeyIdentity
    submission: Submission
    facts: SubmissionFacts = NO_FACTS
    # The remaining limits after the submission was counted.
    rate: Rate | None = None
    # Of the MIME: its fields, and a view of the rest with the empty line before it.
    lines: Sequence[HeaderLine] = ()
    rest: memoryview = field(default_factory=lambda: memoryview(b""))
    domain: Domain | None = None
    suppressed: Mapping[str, str] = field(default_factory=dict)
    hold: Quarantine | None = None

    @property
    def sender_domain(self) -> Domain:
        if self.domain is None:
            raise RuntimeError("The domain has not been checked yet")
        return self.domain
