"""Findings of record checks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from server.senders.dns.resolver import DnsResponse, QueryFailed
from server.senders.states import RecordAssessment


@dataclass(frozen=True, slots=True)
class RecordFinding:
    """A verdict with its reason (a code of the interface texts) and the parameters of its text.

    With a `verdict` of None, the DNS query failed and the last known verdict remains valid.
    """

    verdict: RecordAssessment | None
    reason: str
    params: dict[str, Any] = field(default_factory=dict)
    answers: tuple[DnsResponse, ...] = ()


def good(reason: str, answers: Sequence[DnsResponse] = (), **params: Any) -> RecordFinding:
    return RecordFinding(RecordAssessment.GOOD, reason, params, tuple(answers))


def warning(reason: str, answers: Sequence[DnsResponse] = (), **params: Any) -> RecordFinding:
    return RecordFinding(RecordAssessment.WARNING, reason, params, tuple(answers))


def bad(reason: str, answers: Sequence[DnsResponse] = (), **params: Any) -> RecordFinding:
    return RecordFinding(RecordAssessment.BAD, reason, params, tuple(answers))


def unknown(failed: QueryFailed, answers: Sequence[DnsResponse] = ()) -> RecordFinding:
    shown = [answer for answer in answers if answer != failed.answer]
    return RecordFinding(None, "resolverFailed", {"name": failed.answer.name}, (*shown, failed.answer))
