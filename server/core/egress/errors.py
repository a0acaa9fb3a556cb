"""Why an external URL was not fetched."""

from enum import StrEnum


class FetchErrorReason(StrEnum):
    """The obstacle. With the first, no connection is attempted."""

    REFUSED = "refused"  # not public: scheme, port, credentials, or a host of an internal network
    NO_HOST = "noHost"  # the DNS says definitely that the host does not exist
    UNKNOWN_HOST = "unknownHost"  # the DNS gives no response for now
    UNREACHABLE = "unreachable"  # no connection, or no trusted certificate
    TOO_SLOW = "tooSlow"
    TOO_LARGE = "tooLarge"
    REDIRECTS = "redirects"  # too many, or one without a target
    BROKEN = "broken"  # the response was not HTTP


class FetchError(Exception):
    """A URL was not fetched. `said` is the detail for logs only: it can contain responses of internal hosts."""

    def __init__(self, reason: FetchErrorReason, said: str = "") -> None:
        super().__init__(f"{reason.value}: {said}" if said else reason.value)
        self.reason = reason
        self.said = said
