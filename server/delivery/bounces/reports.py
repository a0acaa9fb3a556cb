"""Interprets a received report: a delivery status (RFC 3464), a complaint (RFC 5965), or unrelated email.

It reads only the event. The recipient comes from our own send record by a token that we signed; addresses in a report
are never trusted.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from server.delivery.bounces.classes import BounceClass, classify
from server.delivery.bounces.parts import MAX_HEADER_BYTES, ReportPart, list_parts, parse_part

MAX_DIAGNOSTIC_CHARACTERS = 300
DELIVERY_ID = "X-Delivery-ID"  # of transactional messages: their author sets the Message-ID
_FIELD = re.compile(r"^([A-Za-z-]{1,40})\s*:\s*(.*)$")
_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_REPLY = re.compile(r"(?:^|[\s:<(])([245]\d\d)(?=[\s\-])")
_TOKEN = re.compile(
    r"(?<![A-Za-z0-9_-])"
    r"([A-Za-z0-9_-]{31}|[0-9A-Fa-f]{46}|[A-Za-z0-9_-]{42}|[A-Za-z2-7]{50})"
    r"(?![A-Za-z0-9_-])"
)
_BOUNCE_PHRASES = re.compile(
    r"undeliver|delivery (status|failure|has failed|failed)|failure notice|returned mail|returned to sender"
    r"|(mail|message) (delivery|could not|cannot) |non.?delivery|delivery.{1,20}(failed|unsuccessful)"
)
_DAEMON = re.compile(r"\b(mailer-daemon|postmaster|mail-daemon)\b", re.IGNORECASE)
_DELAY_PHRASES = re.compile(r"\b(delayed|warning: message|will be retried|still trying)\b")


class ReportKind(StrEnum):
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    OPT_OUT = "optOut"  # RFC 5965, 3.1: the recipient asks for no further email
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class FeedbackReport:
    """A parsed report. `why` is the reason for ignoring it, or the feedback type of a complaint.

    `tokens` are the unverified tokens in the email that a complaint is about.
    """

    kind: ReportKind
    why: str = ""
    bounce: BounceClass = BounceClass.NONE
    code: int = 0
    enhanced: str = ""
    diagnostic: str = ""
    tokens: tuple[str, ...] = ()


def parse_report(data: bytes, *, null_sender: bool) -> FeedbackReport:
    """`null_sender` is whether the email came from <>, as reports do (RFC 5321, 4.5.5). Never raises."""
    mail = parse_part(data)
    parts = list_parts(mail)
    asked = mail.parameter("report-type").lower() if mail.kind == "multipart/report" else ""
    feedback = next((part for part in parts if part.kind == "message/feedback-report"), None)
    if feedback is not None:
        return _parse_complaint(feedback, parts)
    status = next(
        (part for part in parts if part.kind in ("message/delivery-status", "message/global-delivery-status")), None
    )
    if status is not None:
        return _parse_delivery_status(status)
    if asked:
        return FeedbackReport(ReportKind.IGNORED, f"a report of type {asked[:40]}")
    return _parse_prose(mail, parts, null_sender=null_sender)


# --- RFC 3464 ------------------------------------------------------------------------------------------------------


def _parse_delivery_status(part: ReportPart) -> FeedbackReport:
    """The worst outcome among the recipients. A VERP address has one; several are members of one mailing list."""
    best: FeedbackReport | None = None
    for fields in _parse_field_groups(part.text()):
        action = fields.get("action", "").partition(" ")[0].lower()
        if "final-recipient" not in fields and not action:
            continue  # the fields of the message itself
        if action == "failed":
            found = _parse_failure(fields)
            if best is None or best.bounce is not BounceClass.HARD:
                best = found
    if best is not None:
        return best
    return FeedbackReport(ReportKind.IGNORED, "a delivery status without a failure")


def _parse_failure(fields: dict[str, str]) -> FeedbackReport:
    diagnostic = _clean(fields.get("diagnostic-code", "").partition(";")[2] or fields.get("diagnostic-code", ""))
    status = _STATUS.search(fields.get("status", "")) or _STATUS.search(diagnostic)
    enhanced = ".".join(status.groups()) if status else ""
    # A generic code (RFC 3463, 2: x.0.0) is replaced by a code in the server's text.
    if enhanced.endswith(".0.0"):
        said = _STATUS.search(diagnostic)
        enhanced = ".".join(said.groups()) if said else ""
    reply = _REPLY.search(diagnostic)
    code = int(reply[1]) if reply else 0
    return FeedbackReport(
        ReportKind.BOUNCE,
        bounce=classify(code, enhanced, diagnostic),
        code=code,
        enhanced=enhanced,
        diagnostic=diagnostic,
    )


def _parse_field_groups(text: str) -> Iterable[dict[str, str]]:
    """Yields groups of fields, with names in lower case and unfolded values."""
    group: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        if not line.strip():
            if group:
                yield group
            group, last = {}, ""
        elif line[:1] in " \t" and last:
            group[last] = f"{group[last]} {line.strip()}"[:2_000]
        elif match := _FIELD.match(line):
            last = match[1].lower()
            group.setdefault(last, match[2].strip()[:2_000])
    if group:
        yield group


# --- RFC 5965 ------------------------------------------------------------------------------------------------------

_KIND_BY_FEEDBACK_TYPE = {"abuse": ReportKind.COMPLAINT, "fraud": ReportKind.COMPLAINT, "opt-out": ReportKind.OPT_OUT}


def _parse_complaint(part: ReportPart, parts: list[ReportPart]) -> FeedbackReport:
    fields: dict[str, str] = {}
    for group in _parse_field_groups(part.text()):
        for name, value in group.items():
            fields.setdefault(name, value)
    kind = fields.get("feedback-type", "").lower()[:20]
    if kind not in _KIND_BY_FEEDBACK_TYPE:
        return FeedbackReport(ReportKind.IGNORED, f"feedback of type {kind or 'none'}")
    about = next((part for part in parts if part.kind in ("message/rfc822", "text/rfc822-headers")), None)
    tokens = _find_tokens(_list_token_headers(about)) if about is not None else ()
    if not tokens:
        tokens = _find_tokens([fields.get("original-mail-from", "")])
    return FeedbackReport(_KIND_BY_FEEDBACK_TYPE[kind], kind, tokens=tokens)


def _list_token_headers(part: ReportPart) -> list[str]:
    inner = parse_part(part.body[:MAX_HEADER_BYTES])
    # In this order: providers redact addresses, and are least likely to redact the Message-ID.
    return [inner.value(name) for name in ("Message-ID", "List-Unsubscribe", "Return-Path", DELIVERY_ID)]


def _find_tokens(texts: Iterable[str]) -> tuple[str, ...]:
    found = [token for text in texts for token in _TOKEN.findall(text)]
    return tuple(dict.fromkeys(found))[:8]


# --- non-standard reports ---------------------------------------------------------------------------------------


def _parse_prose(mail: ReportPart, parts: list[ReportPart], *, null_sender: bool) -> FeedbackReport:
    """Classifies bounces written in prose (qmail, older Exim and Exchange). All properties have to match."""
    subject = mail.value("Subject").lower()
    from_daemon = _DAEMON.search(mail.value("From")) is not None or bool(mail.value("X-Failed-Recipients"))
    if not from_daemon:
        automatic = mail.value("Auto-Submitted").lower() not in ("", "no")
        return FeedbackReport(
            ReportKind.IGNORED, "an automatic reply" if automatic or null_sender else "a personal email"
        )
    if not null_sender and not mail.value("X-Failed-Recipients"):
        return FeedbackReport(ReportKind.IGNORED, "a bounce that did not come from <>")
    text = _get_first_text(mail, parts)
    said = f"{subject}\n{text}".lower()
    if _DELAY_PHRASES.search(subject) or _BOUNCE_PHRASES.search(said) is None:
        return FeedbackReport(ReportKind.IGNORED, "not a failure")
    return _classify_prose(text)


def _classify_prose(text: str) -> FeedbackReport:
    status, reply = _STATUS.search(text), _REPLY.search(text)
    enhanced = ".".join(status.groups()) if status else ""
    code = int(reply[1]) if reply else 0
    start = min((match.start() for match in (status, reply) if match is not None), default=0)
    diagnostic = _clean(text[start : start + 2 * MAX_DIAGNOSTIC_CHARACTERS])
    if not code and not enhanced:
        # Prose alone: the phrases of the table decide, as for a permanent rejection.
        return FeedbackReport(ReportKind.BOUNCE, bounce=classify(599, "", _clean(text, 2_000)), diagnostic=diagnostic)
    return FeedbackReport(
        ReportKind.BOUNCE,
        bounce=classify(code, enhanced, diagnostic),
        code=code,
        enhanced=enhanced,
        diagnostic=diagnostic,
    )


def _get_first_text(mail: ReportPart, parts: list[ReportPart]) -> str:
    if not parts:
        return mail.text()
    return next((part.text() for part in parts if part.kind.startswith("text/")), "")


def _clean(text: str, most: int = MAX_DIAGNOSTIC_CHARACTERS) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * most]).split())[:most]
