"""Errors between a document and its delivery that the caller can fix."""

from typing import Self

from server.core.causes import BoundCause
from server.core.errors import ApiError


class InvalidTag(ApiError):
    """ERR-72: a merge tag that can't be parsed or filled.

    The payload has line, column and cause (with its code and parameters), and the node of a document if there is one.
    """

    code = "invalidTag"
    status = 400
    message = "Invalid tag"
    when = "A merge tag is invalid. The payload has its line and column, and the cause."

    @classmethod
    def at(cls, line: int, column: int, cause: BoundCause, *, node: str = "") -> Self:
        """`line` and `column` are those of the tag's start and count from 1."""
        told = {"node": node} if node else {}
        return cls(payload={"line": line, "column": column, **cause.payload(), **told})


class DocumentTooLarge(ApiError):
    """A body above the limits of size, number of tags or depth. The payload has the kind of limit and its value."""

    code = "documentTooLarge"
    status = 400
    message = "This document is too large"

    @classmethod
    def over(cls, what: str, most: int) -> Self:
        return cls(payload={"what": what, "most": most})


class DocumentNotCompiled(ApiError):
    """The document can't be compiled: malformed markup, or more than the compiler's limits allow."""

    code = "documentNotCompiled"
    status = 400
    message = "This document can’t be rendered as an email"

    @classmethod
    def because(cls, cause: BoundCause) -> Self:
        return cls(payload=cause.payload())


class HeaderUnsafe(ApiError):
    """A line break, a NUL or an encoded-word in a field that becomes an email header. The payload has the field."""

    code = "headerUnsafe"
    status = 400
    message = "This field can’t contain line breaks or encoded words"

    @classmethod
    def of(cls, field: str) -> Self:
        return cls(payload={"field": field})


class NoRecipients(ApiError):
    """CAMP-15: no recipients are left."""

    code = "emptyRecipient"
    status = 400
    message = "There are no recipients"


class ComplaintNotRemovable(ApiError):
    """After a complaint, only the recipient can lift the suppression, by confirming a new subscription by email."""

    code = "complaintStays"
    status = 409
    message = "Only the recipient can undo a spam complaint, by subscribing again"


class SendingPaused(ApiError):
    """The team's marketing email is paused because of bounces or complaints. The payload has the reason."""

    code = "sendingPaused"
    status = 409
    message = "Marketing email is paused because of hard bounces or spam complaints"

    @classmethod
    def because(cls, reason: str) -> Self:
        return cls(payload={"reason": reason})


class PoolNameExists(ApiError):
    code = "poolNameTaken"
    status = 409
    message = "An IP pool with this name already exists"


class RelayAddressExists(ApiError):
    """The pool has this endpoint already, with the same source address and user."""

    code = "relayAddressTaken"
    status = 409
    message = "This IP pool already has this address"


class PoolInUse(ApiError):
    """A pool in use needs an active address. The payload has the reason."""

    code = "poolInUse"
    status = 409
    message = "This IP pool is in use. Keep at least one of its addresses turned on"

    @classmethod
    def without_address(cls) -> Self:
        return cls(payload={"why": "noAddress"})

    @classmethod
    def by_its_last_address(cls) -> Self:
        return cls(payload={"why": "lastAddress"})
