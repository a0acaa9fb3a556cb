"""What can go wrong between a document and its delivery, as far as a caller can mend it."""

from typing import Self

from server.core.causes import BoundCause
from server.core.errors import ApiError


class InvalidTag(ApiError):
    """ERR-72: a merge tag that can't be read or filled. The payload carries line, column and cause (with its
    code and parameters), and the node of a document where it stands in one."""

    code = "invalidTag"
    status = 400
    message = "Invalid tag"
    when = "A merge tag is invalid. The payload has its line and column, and the cause."

    @classmethod
    def at(cls, line: int, column: int, cause: BoundCause, *, node: str = "") -> Self:
        """The error for the tag that starts at that line and column (both count from 1)."""
        told = {"node": node} if node else {}
        return cls(payload={"line": line, "column": column, **cause.payload(), **told})


class DocumentTooLarge(ApiError):
    """A body above the bounds of size, number of tags or depth. The payload carries what and the bound."""

    code = "documentTooLarge"
    status = 400
    message = "This document is too large"

    @classmethod
    def over(cls, what: str, most: int) -> Self:
        """The error for a bound of `most` that was passed."""
        return cls(payload={"what": what, "most": most})


class DocumentNotCompiled(ApiError):
    """The document could not be turned into mail: malformed markup, or more than the compiler's limits allow."""

    code = "documentNotCompiled"
    status = 400
    message = "This document can’t be rendered as an email"

    @classmethod
    def because(cls, cause: BoundCause) -> Self:
        """The error with its cause."""
        return cls(payload=cause.payload())


class HeaderUnsafe(ApiError):
    """A line break, a NUL or an encoded-word in a field that becomes a mail header. The payload names the field."""

    code = "headerUnsafe"
    status = 400
    message = "This field can’t contain line breaks or encoded words"

    @classmethod
    def of(cls, field: str) -> Self:
        """The error for one field."""
        return cls(payload={"field": field})


class NoRecipients(ApiError):
    """CAMP-15: nobody is left to send to."""

    code = "emptyRecipient"
    status = 400
    message = "There are no recipients"


class ComplaintStays(ApiError):
    """Who reported a mail is written to again only after subscribing again by a mail of their own."""

    code = "complaintStays"
    status = 409
    message = "Only the recipient can undo a spam complaint, by subscribing again"


class SendingPaused(ApiError):
    """The team's marketing mail is stopped because of its bounces or complaints. The payload carries which."""

    code = "sendingPaused"
    status = 409
    message = "Marketing email is paused because of hard bounces or spam complaints"

    @classmethod
    def because(cls, reason: str) -> Self:
        """The error with what there were too many of."""
        return cls(payload={"reason": reason})


class PoolNameTaken(ApiError):
    """Another pool has this name."""

    code = "poolNameTaken"
    status = 409
    message = "An IP pool with this name already exists"


class RelayAddressTaken(ApiError):
    """The pool has this endpoint already, with the same source address and user."""

    code = "relayAddressTaken"
    status = 409
    message = "This IP pool already has this address"


class PoolInUse(ApiError):
    """A pool that mail leaves from keeps an address that works. The payload says what is in the way."""

    code = "poolInUse"
    status = 409
    message = "This IP pool is in use. Keep at least one of its addresses turned on"

    @classmethod
    def without_address(cls) -> Self:
        """A pool that nothing can leave from is to be used."""
        return cls(payload={"why": "noAddress"})

    @classmethod
    def by_its_last_address(cls) -> Self:
        """The last address of a pool in use is to go."""
        return cls(payload={"why": "lastAddress"})
