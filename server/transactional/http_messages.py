"""Request and response bodies of HTTP submissions, shared by the operation (api/) and the ASGI application (wire/)."""

from collections.abc import Mapping

from pydantic import ValidationError

from server.core import parsing
from server.core.error_responses import build_validation_error
from server.core.errors import ApiError, BadRequest
from server.core.ids import to_milliseconds
from server.transactional.intake.submissions import AcceptedBatch, AcceptedSubmission, MessageSummary, Rate
from server.transactional.schemas.messages import (
    AcceptedRecipientOut,
    BatchAcceptedOut,
    Mailbox,
    MessageAcceptedOut,
    MessageIn,
)

MAX_BODY_BYTES = 40 * 1024 * 1024  # 25 MB of attachments as base64, and the rest of the body
KEY_HEADERS = ("idempotency-key", "x-idempotency-key")


def read_message(raw: bytes) -> MessageIn:
    """Parses the body of a call. Raises BadRequest, FieldsMissing, FieldsInvalid."""
    try:
        return MessageIn.model_validate_json(raw)
    except ValidationError as error:
        rejection = _build_validation_error(error)
    raise rejection  # outside of the except block: see parsing.list_issues


def summarize(message: MessageIn) -> MessageSummary:
    people = [*message.to, *message.cc, *message.bcc, *(each.to for each in message.recipients)]
    return MessageSummary(
        _get_address(message.sender), [_get_address(each) for each in people], message.subject, message.tag
    )


def _get_address(given: Mailbox | str) -> str:
    return given.email if isinstance(given, Mailbox) else given.rpartition("<")[2].strip("> ")


def find_idempotency_key(headers: Mapping[str, str]) -> str:
    """The caller's idempotency key, or "". Header names are in lower case."""
    return next((headers[name] for name in KEY_HEADERS if name in headers), "")


def write_response(result: AcceptedSubmission | AcceptedBatch) -> bytes:
    out: MessageAcceptedOut | BatchAcceptedOut
    if isinstance(result, AcceptedSubmission):
        out = accepted_out(result)
    else:
        out = BatchAcceptedOut(batch_id=result.id, size=result.size, repeated=result.repeated)
    return out.__pydantic_serializer__.to_json(out, by_alias=True)


def build_rate_headers(rate: Rate) -> dict[str, str]:
    return {
        "RateLimit-Policy": ", ".join(f"{most};w={seconds}" for most, seconds in rate.policies),
        "RateLimit-Limit": str(rate.limit),
        "RateLimit-Remaining": str(rate.remaining),
        "RateLimit-Reset": str(rate.reset_seconds),
    }


def accepted_out(accepted: AcceptedSubmission) -> MessageAcceptedOut:
    return MessageAcceptedOut(
        id=accepted.id,
        time=to_milliseconds(accepted.accepted_at),
        state=accepted.state,
        recipients=[AcceptedRecipientOut.model_validate(each) for each in accepted.recipients],
        repeated=accepted.repeated,
    )


def _build_validation_error(error: ValidationError) -> ApiError:
    problems = parsing.list_issues(error)
    if problems is None or any(problem["type"] == "json_invalid" for problem in problems):
        return BadRequest()
    # Like Ninja names the location: the error is in the body.
    for problem in problems:
        problem["loc"] = ("body", "body", *problem["loc"])
    return build_validation_error(problems)
