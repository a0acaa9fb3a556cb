"""The checks that every submission passes, in this order: each passes it on, holds it for a person, or refuses it.

A refusal is an error of errors.py, and nothing of the submission is stored then. What is held has passed all others, so
that its units are taken; when a person releases it, what may have changed meanwhile is looked at anew (messages.py). A
check is a module of `checks` with its NAME and `run`, which raises what it refuses with. Only that of the rate is asked
of all that came together: it takes one turn to Redis.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from server.transactional.intake.checks import content, domain, key, quota, rate, review, suppression
from server.transactional.intake.context import Context, Held

# An exception refuses; one that nobody foresaw is that of one submission all the same.
Found = Held | Exception | None


def _by_itself(run: Callable[[Context], Held | None], contexts: Sequence[Context]) -> list[Found]:
    found: list[Found] = []
    for context in contexts:
        try:
            found.append(run(context))
        except Exception as error:
            found.append(error)
    return found


@dataclass(frozen=True, slots=True)
class Check:
    """A named check of all that came together."""

    name: str
    run: Callable[[Sequence[Context]], Sequence[Found]]


CHECKS: Final = (
    Check(key.NAME, partial(_by_itself, key.run)),
    Check(rate.NAME, rate.run),
    *(Check(module.NAME, partial(_by_itself, module.run)) for module in (content, domain, suppression, quota, review)),
)


def run(contexts: Sequence[Context]) -> list[Found]:
    """Has each pass all checks: what refuses it, or else the first hold, if there is one."""
    results: dict[int, Found] = {}
    passing = list(contexts)
    for check in CHECKS:
        for context, found in zip(passing, check.run(passing), strict=True):
            if isinstance(found, Exception) or results.get(id(context)) is None:
                results[id(context)] = found
        passing = [context for context in passing if not isinstance(results[id(context)], Exception)]
    return [results[id(context)] for context in contexts]
