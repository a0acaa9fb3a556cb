"""Errors of transactional email. Those of submissions have an SMTP response, too (RFC 5321, 4.2)."""

from typing import ClassVar

from server.core.errors import ActionNotAllowed, ApiError, FeatureDisabled, TooManyRequests, UserExpired, UserSuspended
from server.plans.errors import QuotaExceeded


class SmtpReplyMixin:
    """The SMTP response of an error; over HTTP its body is returned."""

    smtp_reply: ClassVar[str] = "550 5.7.1"


class KeyUnknown(SmtpReplyMixin, ApiError):
    """The key is unknown, not allowed from here, or no longer valid; guessing reveals nothing about it."""

    code = "keyUnknown"
    status = 401
    message = "This API key is not valid"
    smtp_reply = "535 5.7.8"


class KeyExpired(KeyUnknown):
    """A revoked or expired key. Looks like KeyUnknown to the caller."""


class NetworkNotAllowed(KeyUnknown):
    """A valid key used from another network. Looks like KeyUnknown to the caller."""


class ScopeMissing(SmtpReplyMixin, ApiError):
    """The key lacks the scope. The payload has the scope."""

    code = "scopeMissing"
    status = 403
    message = "This API key does not have the required scope"


class KeyBound(ApiError):
    """The key's binding to the sandbox, a subaccount or a domain does not allow this. The payload has `bindings`."""

    code = "keyBound"
    status = 403
    message = "This API key is limited to the sandbox, a subaccount or a domain. Use a key without restrictions"
    when = "The key is limited to the sandbox, a subaccount or a domain, and can’t be used for this request."


class BoundKeyManages(ApiError):
    """A bound key with the scope manage would be rejected by every operation of that scope.

    The payload is a field's.
    """

    code = "boundKeyManages"
    status = 400
    message = "A key limited to the sandbox, a subaccount or a domain cannot have the manage scope"


class SubaccountInactive(SmtpReplyMixin, ApiError):
    """The key belongs to a subaccount that was turned off."""

    code = "subaccountInactive"
    status = 403
    message = "This subaccount is turned off"


class SubaccountLimitReached(SmtpReplyMixin, ApiError):
    """The subaccount has reached its monthly limit. The payload has limit and left."""

    code = "subaccountLimitReached"
    status = 403
    message = "This subaccount has reached its monthly limit"
    smtp_reply = "452 4.2.2"


class TrxDomainNotVerified(SmtpReplyMixin, ApiError):
    """Nothing is sent from a domain before its SPF and DKIM pass. The payload has the domain."""

    code = "trxDomainNotVerified"
    status = 409
    message = "trx domain not verified"
    when = "SPF and DKIM of the domain have not passed yet. The payload names the domain."


class FromNotAllowed(SmtpReplyMixin, ApiError):
    """The From address is of no domain of the team, or not of the one that the key is bound to."""

    code = "fromNotAllowed"
    status = 403
    message = "This From address is not allowed"


class MessageTooLarge(SmtpReplyMixin, ApiError):
    """The payload has limit, in bytes, and size, or a `cause`: filled (by merge tags) or batch."""

    code = "messageTooLarge"
    status = 413
    message = "The message is too large"
    when = (
        "A message is over 35 MB, its attachments are over 25 MB, or its content is over 10 MB once merge tags are "
        "filled in (`cause`: filled). Or the messages in a batch, including attachments, total more than 100 MB "
        "(`cause`: batch). The payload has the limit in bytes."
    )
    smtp_reply = "552 5.3.4"


class ServerFull(SmtpReplyMixin, ApiError):
    """Too little free space, or too many waiting messages. The payload has `retryAfterSeconds`."""

    code = "serverFull"
    status = 503
    message = "The server is out of space. Try again later"
    smtp_reply = "452 4.3.1"


class TooManyRecipients(SmtpReplyMixin, ApiError):
    """The payload has the limit."""

    code = "tooManyRecipients"
    status = 422
    message = "The message has too many recipients"
    smtp_reply = "452 4.5.3"


class RecipientInvalid(SmtpReplyMixin, ApiError):
    """The payload has the address."""

    code = "recipientInvalid"
    status = 422
    message = "A recipient is not a valid email address"
    smtp_reply = "553 5.1.3"


class ContentInvalid(SmtpReplyMixin, ApiError):
    """A malformed message: bare CR or LF, broken header fields, two From lines. The payload has the cause."""

    code = "contentInvalid"
    status = 422
    message = "The message is not well-formed"
    smtp_reply = "550 5.6.0"


class TemplateNotUsable(SmtpReplyMixin, ApiError):
    """The template doesn't exist, was never published, or can't be filled with this data."""

    code = "templateNotUsable"
    status = 422
    message = "The template cannot be used"
    when = (
        "The template does not exist, was never published, or cannot be rendered with this data. Rendering is "
        "limited to 200,000 steps per message and 2,000,000 per batch (`cause`: tooManySteps)."
    )
    smtp_reply = "550 5.6.0"


class BodyDeleted(ApiError):
    """The message exists, but its content is no longer stored."""

    code = "bodyGone"
    status = 410
    message = "The content of this message is no longer stored"


class SearchInvalid(ApiError):
    """An invalid search. The payload has the position (`word`, `at` and `length` in characters) and the `problem`.

    `problem` is one of key, type, message, code, value, empty, quote, tooLong or tooMany.
    """

    code = "trxSearchInvalid"
    status = 400
    message = "This search is not valid"

    @classmethod
    def at(cls, text: str, start: int, end: int, problem: str) -> "SearchInvalid":
        """The error for the text from `start` to before `end`."""
        word = text[start:end].replace("\x00", "")
        return cls(payload={"field": "q", "word": word, "at": start, "length": end - start, "problem": problem})


_REPLIES: tuple[tuple[type[ApiError], str], ...] = (
    (TooManyRequests, "450 4.7.1"),
    (QuotaExceeded, "452 4.2.2"),
    (ActionNotAllowed, "550 5.7.1"),
    (UserSuspended, "550 5.7.1"),
    (UserExpired, "550 5.7.1"),
    (FeatureDisabled, "550 5.7.1"),
)


def format_smtp_reply(error: ApiError) -> str:
    """The complete response line for an error: code, enhanced code and its text on one line."""
    if isinstance(error, SmtpReplyMixin):
        codes: str = error.smtp_reply
    else:
        codes = next((reply for kind, reply in _REPLIES if isinstance(error, kind)), "550 5.0.0")
    return f"{codes} {' '.join(error.text.split())}"
