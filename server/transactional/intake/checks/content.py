"""Checks the size, recipients and header of the email."""

from server.contacts.values import clean_email
from server.transactional import header_lines
from server.transactional.errors import ContentInvalid, MessageTooLarge, RecipientInvalid, TooManyRecipients
from server.transactional.intake.context import SubmissionContext
from server.transactional.states import Via

NAME = "content"
# 25 MB of attachments as base64, and the rest of the message.
MAX_MESSAGE_BYTES = 35 * 1024 * 1024
MAX_RECIPIENTS = 1_000


def run(context: SubmissionContext) -> None:
    """Raises MessageTooLarge, TooManyRecipients, RecipientInvalid or ContentInvalid; parses the header."""
    submission = context.submission
    if len(submission.mime) > MAX_MESSAGE_BYTES:
        raise MessageTooLarge(payload={"size": len(submission.mime), "limit": MAX_MESSAGE_BYTES})
    if not context.submission.recipients:
        raise RecipientInvalid(payload={"address": ""})
    if len(context.submission.recipients) > MAX_RECIPIENTS:
        raise TooManyRecipients(payload={"limit": MAX_RECIPIENTS})
    # Messages composed by this server have no bare line end; searching 35 MB takes time.
    if submission.via is Via.SMTP and header_lines.has_bare_ends(submission.mime):
        raise ContentInvalid(payload={"cause": "bareLineEnding"})
    context.lines, context.rest = header_lines.split(submission.mime)
    header_lines.check_once(context.lines)
    _check_from(context)


def clean_recipient(address: str) -> str:
    """A recipient in the stored form. Raises RecipientInvalid."""
    email = clean_email(address)
    if email is None:
        raise RecipientInvalid(payload={"address": address[:254]})
    return email


def _check_from(context: SubmissionContext) -> None:
    """Raises ContentInvalid unless there is one From with one mailbox, that of the submission: readers must see the
    checked sender.
    """
    line = header_lines.find_first(context.lines, b"from")
    if line is None:
        raise ContentInvalid(payload={"cause": "fromMissing"})
    found = header_lines.find_single_mailbox(line)
    if found is None or found[1].lower() != context.submission.from_address.lower():
        raise ContentInvalid(payload={"cause": "fromOther"})
