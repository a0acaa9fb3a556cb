"""The base of every anticipated failure, and the errors that belong to no app.

Each failure is one class with the string code, the numeric code (where the specification gives one), the HTTP status
and the text of the catalogue (requirements 19). The classes are the catalogue, which is exported for the client
(server/reserved_errors.py).
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from server.core.causes import REQUIRED, BoundCause, Cause, CauseError, Param


class ApiError(Exception):
    """A failure that a caller can understand. The body is `{code, message, payload}` (ERR-01 to 03)."""

    code: ClassVar[str]
    number: ClassVar[int | None] = None
    status: ClassVar[int] = 400
    message: ClassVar[str]
    when: ClassVar[str] = ""  # for the API documents, if the message is not specific

    def __init__(self, message: str | None = None, *, payload: Mapping[str, Any] | None = None) -> None:
        self.text = message or self.message
        self.payload = dict(payload) if payload else None
        super().__init__(self.text)

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"code": self.code, "message": self.text, "payload": self.payload}
        if self.number is not None:
            body["number"] = self.number
        return body


def build_field_error(field: str, cause: BoundCause, value: object = None) -> dict[str, Any]:
    """One field of the payload (ERR-04 to 06). `cause` is for API users; its code and parameters are for the client."""
    return {"field": field, "value": value, **cause.payload()}


class BadRequest(ApiError):
    """ERR-22: not shown as a popup by the client."""

    code = "badRequest"
    status = 400
    message = "Bad Request"
    when = "The body does not match its content type."


class FieldsMissing(ApiError):
    """ERR-100. The payload names the first field and lists all of them."""

    code = "requiredFieldsNotSet"
    number = 124
    status = 400
    message = "Some required fields not set"
    when = (
        "A required field is missing. The payload names it and has a cause, as for `invalidData`. `errors` lists every "
        "missing field."
    )

    @classmethod
    def of(cls, fields: Iterable[str], cause: Cause = REQUIRED, *, value: object = None) -> Self:
        errors = [build_field_error(field, cause.bind(), value) for field in fields]
        return cls(payload={**errors[0], "errors": errors})


class FieldsInvalid(ApiError):
    """ERR-99, ERR-04 to 06. The payload carries field, value and cause of the first error, and all of them."""

    code = "invalidData"
    number = 123
    status = 400
    message = "Invalid data format"
    when = (
        "A field is invalid. The payload names the field, the value and the cause. `cause` is an English sentence. "
        "To show it in another language, use `causeCode` and the values in `causeParams`. "
        "`errors` lists the first 20 invalid fields. If there are more, `total` is the number of all invalid fields."
    )

    @classmethod
    def of(cls, field: str, cause: Cause, value: object = None, **params: Param) -> Self:
        """The error for one field; `params` are those of the cause (ERR-172)."""
        return cls.of_bound(field, cause.bind(**params), value)

    @classmethod
    def of_error(cls, field: str, error: CauseError, value: object = None) -> Self:
        return cls.of_bound(field, error.bound, value)

    @classmethod
    def of_bound(cls, field: str, cause: BoundCause, value: object = None) -> Self:
        error = build_field_error(field, cause, value)
        return cls(payload={**error, "errors": [error]})


class EditConflict(ApiError):
    code = "editConflict"
    status = 409
    message = "Someone has changed this since it was read"
    when = (
        "Someone changed one of these fields to a different value after it was read. Nothing is saved. The payload "
        "lists the fields, and what to send after comparing both values: the `revision` as `baseRevision` if the "
        "request has a `baseRevision`, the stored `values` as `base` if it has a `base`."
    )


class AccessTokenMissing(ApiError):
    """ERR-12: the message maps to sessionExpired."""

    code = "sessionExpired"
    status = 401
    message = "access token missing"
    when = "The access token is missing."


class TokenInvalid(ApiError):
    """ERR-119, ERR-120: unknown, expired or signed-out token."""

    code = "tokenException"
    status = 401
    message = "Session expired, please login again"
    when = "The access token is unknown or expired, or its session has ended."


class ForcedOut(ApiError):
    """SESS-60: the session was ended from elsewhere."""

    code = "forceOutException"
    status = 401
    message = "Your session was ended from another device"


class NotAuthorized(ApiError):
    """ERR-142. The role, or the kind of token, does not allow this."""

    code = "notAuthorized"
    status = 403
    message = "You not authorized to access this resources"
    when = "The token type, the role or the plan does not allow this."


class SecondFactorMissing(ApiError):
    """An operator whose session has passed no authenticator app."""

    code = "secondFactorMissing"
    status = 403
    message = "Set up an authenticator app to use the support console"


class UserSuspended(ApiError):
    """ERR-11, ERR-139: the team is suspended."""

    code = "userSuspended"
    status = 403
    message = "Your account is suspended"


class UserLocked(ApiError):
    code = "userLocked"
    status = 403
    message = "Your account is locked"


class UserExpired(ApiError):
    """ERR-52, ERR-147: the plan has expired. Writing is blocked until it is renewed."""

    code = "userExpired"
    status = 403
    message = "Your plan has expired"


class FeatureDisabled(ApiError):
    """The plan does not include the feature. The payload carries feature and subfeature (ERR-07, ERR-08)."""

    code = "featureDisabled"
    status = 403
    message = "Your plan does not include this feature"


class NotFound(ApiError):
    """ERR-26. Also the response to another team's id (PROD-65), and to an id that no record can have."""

    code = "noEntity"
    status = 404
    message = "Data not found."
    when = "The record does not exist or belongs to another team, or the ID is malformed."


class PathNotFound(ApiError):
    """ERR-24."""

    code = "badGateway"
    status = 404
    message = "Not found"
    when = "An ID in the path is malformed."


class MethodNotAllowed(ApiError):
    """A wrong method. The string code distinguishes it from the specification's own use of 405 (ERR-10, ERR-25)."""

    code = "methodNotAllowed"
    status = 405
    message = "This URL does not allow this HTTP method"


class RequestTimedOut(ApiError):
    code = "requestTimedOut"
    status = 408
    message = "The request took too long to arrive. Try again"


class BodyTooLarge(ApiError):
    """The payload carries `limitBytes`."""

    code = "bodyTooLarge"
    status = 413
    message = "The request is too large"


class AddressTooLong(ApiError):
    """The request line is over the web server's limit."""

    code = "addressTooLong"
    status = 414
    message = "The URL is too long"


class HeadersTooLarge(ApiError):
    code = "headersTooLarge"
    status = 431
    message = "The request headers are too large"


class FormUnreadable(ApiError):
    """A multipart form that can't be parsed, or has too many fields or files."""

    code = "formUnreadable"
    status = 400
    message = "The form could not be read"


class InProgress(ApiError):
    """ERR-156: the same request is still being processed."""

    code = "inProgressException"
    status = 409
    message = "The same request is still being processed"


class IdempotencyKeyReused(ApiError):
    code = "idempotencyKeyReused"
    status = 409
    message = "This Idempotency-Key was used for another request"


class ActionNotAllowed(ApiError):
    code = "actionNotAllowed"
    status = 409
    message = "Action not allowed"
    when = "The status of the record or the team does not allow this."


class InUse(ApiError):
    """The record is used by another one; the payload lists the uses."""

    code = "inUse"
    status = 409
    message = "This is still in use. First remove it from everything that uses it"
    when = "Other records use this one. The payload lists them."


class ExportUnfinished(ApiError):
    """A user can have only one running export."""

    code = "waitDownloadReport"
    status = 409
    message = "wait for report or export"
    when = "A report or export is still being created. Wait until it is finished."


class TooManyUnfinished(ApiError):
    """A team has too many actions, exports or report files waiting. The payload's `most` is the limit."""

    code = "tooManyUnfinished"
    status = 409
    message = "Your team has too many tasks waiting. Wait until some are finished"


class TooManyRequests(ApiError):
    """The payload carries `retryAfterSeconds`."""

    code = "tooManyRequests"
    status = 429
    message = "Too many requests. Try again later"
    when = "Too many requests. The payload and the Retry-After header state when to try again."


class StorageFull(ApiError):
    """There is too little free space to store another file. The payload carries `retryAfterSeconds`."""

    code = "storageFull"
    status = 503
    message = "There is not enough free space for this file right now. Try again later"


class ServerFailure(ApiError):
    """ERR-141. An unanticipated failure. The log has the details under the request id."""

    code = "serverException"
    status = 500
    message = "Failed to process your request..."


def list_classes() -> list[type[ApiError]]:
    found: list[type[ApiError]] = []
    pending = list(ApiError.__subclasses__())
    while pending:
        error = pending.pop()
        pending.extend(error.__subclasses__())
        found.append(error)
    return found
