"""Rules that a submission must meet regardless of its team."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from server.core import clock
from server.core.causes import TOO_LONG
from server.core.errors import FieldsInvalid
from server.transactional.causes import INVALID_METADATA, TOO_FAR_AHEAD
from server.transactional.identities import KeyIdentity
from server.transactional.intake.checks.content import clean_recipient
from server.transactional.intake.submissions import Submission
from server.transactional.lengths import MAX_METADATA, TAG_LENGTH
from server.transactional.services import idempotency
from server.transactional.states import RecipientKind

MAX_AHEAD = timedelta(days=30)
MAX_METADATA_CHARACTERS = 200
METADATA_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def validate(key: KeyIdentity, submission: Submission) -> Submission:
    """The submission with unique recipients, its fingerprint, and its idempotency key in the stored form.

    Raises FieldsInvalid and RecipientInvalid.
    """
    _check_fields(submission)
    return replace(
        submission,
        recipients=_deduplicate(submission.recipients),
        fingerprint=idempotency.compute_fingerprint(submission),
        idempotency_key=idempotency.build_scoped_key(key, submission.idempotency_key),
    )


def _check_fields(submission: Submission) -> None:
    idempotency.check_key(submission.idempotency_key)
    if len(submission.tag) > TAG_LENGTH:
        raise FieldsInvalid.of("tag", TOO_LONG, submission.tag[:TAG_LENGTH], max=TAG_LENGTH)
    if len(submission.metadata) > MAX_METADATA or not all(
        METADATA_KEY.fullmatch(name) and len(value) <= MAX_METADATA_CHARACTERS
        for name, value in submission.metadata.items()
    ):
        raise FieldsInvalid.of("metadata", INVALID_METADATA, max=MAX_METADATA, maxCharacters=MAX_METADATA_CHARACTERS)
    scheduled_at = submission.scheduled_at
    if scheduled_at is not None and scheduled_at > clock.now() + MAX_AHEAD:
        raise FieldsInvalid.of("scheduledAt", TOO_FAR_AHEAD, scheduled_at.isoformat(), max=MAX_AHEAD.days)


def _deduplicate(recipients: Sequence[tuple[str, RecipientKind]]) -> list[tuple[str, RecipientKind]]:
    kinds: dict[str, RecipientKind] = {}
    for address, kind in recipients:
        kinds.setdefault(clean_recipient(address), RecipientKind(kind))
    return list(kinds.items())
