"""What a job leaves behind when it will not be tried again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from server.core import jobs

MOST_TRIES: Final = 5  # of a job (server/core/models.py, most_attempts)


@contextmanager
def giving_up(claim: jobs.Claim, fail: Callable[[str], object]) -> Iterator[None]:
    """Work whose error is told to `fail`, by its name, when this was the last try. The error goes on either way.

    A worker that has lost its lease tells nothing: another one is at the same work.
    """
    try:
        yield
    except jobs.LeaseLost:
        raise
    except Exception as error:
        if claim.fence >= MOST_TRIES:
            fail(type(error).__name__)
        raise
