"""Why an address outside was not fetched."""

from enum import StrEnum


class Reason(StrEnum):
    """What stood in the way; the first says that we don't go there, the others what was met on the way."""

    REFUSED = "refused"  # not an address of the open web: scheme, port, credentials, or a host of a network inside
    NO_HOST = "noHost"  # the DNS says for certain that there is no such host
    UNKNOWN_HOST = "unknownHost"  # the DNS has no answer at present
    UNREACHABLE = "unreachable"  # no connection, or no trustworthy one
    TOO_SLOW = "tooSlow"
    TOO_LARGE = "tooLarge"
    REDIRECTS = "redirects"  # more of them than are followed, or one that leads nowhere
    BROKEN = "broken"  # what came was not HTTP


class NotFetched(Exception):
    """An address was not fetched. `said` is for logs, not for people: it can name what a host inside answered."""

    def __init__(self, reason: Reason, said: str = "") -> None:
        super().__init__(f"{reason.value}: {said}" if said else reason.value)
        self.reason = reason
        self.said = said
