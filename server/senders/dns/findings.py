"""What a look at one record found."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from server.senders.dns.asking import Answer, NotKnown
from server.senders.states import Verdict


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict with its reason (a word of reasons.py) and what the reason's sentence names.

    `verdict` None: the DNS couldn't be asked, and what was certain before stands.
    """

    verdict: Verdict | None
    reason: str
    params: dict[str, Any] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()


def good(reason: str, answers: Sequence[Answer] = (), **params: Any) -> Finding:
    return Finding(Verdict.GOOD, reason, params, tuple(answers))


def warning(reason: str, answers: Sequence[Answer] = (), **params: Any) -> Finding:
    return Finding(Verdict.WARNING, reason, params, tuple(answers))


def bad(reason: str, answers: Sequence[Answer] = (), **params: Any) -> Finding:
    return Finding(Verdict.BAD, reason, params, tuple(answers))


def unknown(failed: NotKnown, answers: Sequence[Answer] = ()) -> Finding:
    """Nothing is known; the answer that failed is shown among the others."""
    shown = [answer for answer in answers if answer != failed.answer]
    return Finding(None, "resolverFailed", {"name": failed.answer.name}, (*shown, failed.answer))
