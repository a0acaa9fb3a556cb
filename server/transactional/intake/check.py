"""The checks of every submission, in this order: each passes it, holds it for review, or rejects it.

A rejection is an error of errors.py, and then nothing of the submission is stored. A held submission has passed all
other checks, so its units are consumed. When a user releases it, facts that might have changed since are checked again
(messages.py). A check is a module of `checks` with its NAME and `run`, which raises the rejection. Only the rate check
runs for all submissions together: it takes one round trip to Redis.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

from server.core import clock
from server.transactional.intake.checks import content, domain, key, quota, rate, review, suppression
from server.transactional.intake.checks.domain import list_enclosing_names
from server.transactional.intake.context import Quarantine, SubmissionContext
from server.transactional.services.idempotency import KEY_LIFETIME
from server.transactional.sql import checking
from server.transactional.sql.checking import FactsQuery

# An exception rejects; an unexpected one also rejects only its own submission.
Finding = Quarantine | Exception | None


def load_facts(contexts: Iterable[SubmissionContext], *, batch_key: str = "") -> None:
    """Adds to each context the data that the checks need about its team, with one statement for all of them.

    `batch_key`: the idempotency key of their batch.
    """
    by_team: defaultdict[UUID, list[SubmissionContext]] = defaultdict(list)
    for context in contexts:
        by_team[context.key.team_id].append(context)
    if not by_team:
        return
    now = clock.now()
    asked = {team_id: _build_query(of_team, batch_key) for team_id, of_team in by_team.items()}
    facts = checking.load_facts(asked, now=now, stale=now - KEY_LIFETIME)
    for team_id, of_team in by_team.items():
        for context in of_team:
            context.facts = facts[team_id]


def _build_query(contexts: Sequence[SubmissionContext], batch_key: str) -> FactsQuery:
    submissions = [context.submission for context in contexts]
    return FactsQuery(
        names=frozenset(name for each in submissions for name in list_enclosing_names(each.from_address)),
        emails=frozenset(email for each in submissions for email, _ in each.recipients),
        keys=frozenset({batch_key, *(each.idempotency_key for each in submissions)} - {""}),
    )


def _run_each(
    run: Callable[[SubmissionContext], Quarantine | None], contexts: Sequence[SubmissionContext]
) -> list[Finding]:
    findings: list[Finding] = []
    for context in contexts:
        try:
            findings.append(run(context))
        except Exception as error:
            findings.append(error)
    return findings


@dataclass(frozen=True, slots=True)
class SubmissionCheck:
    """A named check of all submissions that arrived together."""

    name: str
    run: Callable[[Sequence[SubmissionContext]], Sequence[Finding]]


CHECKS: Final = (
    SubmissionCheck(key.NAME, partial(_run_each, key.run)),
    SubmissionCheck(rate.NAME, rate.run),
    *(
        SubmissionCheck(module.NAME, partial(_run_each, module.run))
        for module in (content, domain, suppression, quota, review)
    ),
)


def run(contexts: Sequence[SubmissionContext]) -> list[Exception | None]:
    """Runs all checks for each submission.

    Returns the error that rejects it, or None. Sets the first hold in its context.
    """
    errors: dict[int, Exception] = {}
    passing = list(contexts)
    for check in CHECKS:
        for context, finding in zip(passing, check.run(passing), strict=True):
            if isinstance(finding, Exception):
                errors[id(context)] = finding
            elif context.hold is None:
                context.hold = finding
        passing = [context for context in passing if id(context) not in errors]
    return [errors.get(id(context)) for context in contexts]
