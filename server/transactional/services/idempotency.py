"""Idempotency of submissions: fingerprints, lifetime of keys, and stored responses."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from server.core import clock, idempotency
from server.core.errors import IdempotencyKeyReused
from server.core.ids import from_milliseconds
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import AcceptedBatch, AcceptedRecipient, AcceptedSubmission, Submission
from server.transactional.models import AcceptedKey

KEY_LIFETIME = idempotency.LIFETIME


def check_key(key: str) -> None:
    """Raises FieldsInvalid for a key that can't be stored; "" means no key."""
    if key:
        idempotency.check_key(key, field="idempotencyKey")


def build_scoped_key(key: KeyIdentity, name: str) -> str:
    """The name under which an idempotency key is stored, separate for each binding of API keys.

    Otherwise a live call would get the response of a test call and never be sent. The separator can't be part of a key.
    """
    bound = [str(each) for each in (key.subaccount_id, key.domain_id) if each is not None]
    return "\n".join([name, *(["sandbox"] if key.sandbox else []), *bound]) if name else ""


def find_batch(key: KeyIdentity, name: str, fingerprint: bytes) -> AcceptedBatch | None:
    """The batch that was accepted with this key, or None.

    Raises IdempotencyKeyReused if that was another submission, and FieldsInvalid for a key that can't be stored.
    """
    check_key(name)
    if not name:
        return None
    rows = AcceptedKey.objects.for_team(key.team_id).filter(created_at__gt=clock.now() - KEY_LIFETIME)
    stored = rows.filter(key=build_scoped_key(key, name)).values_list("fingerprint", "answer").first()
    return None if stored is None else restore_batch(bytes(stored[0]).hex(), stored[1], fingerprint)


def compute_fingerprint(submission: Submission) -> bytes:
    if submission.fingerprint:
        return submission.fingerprint
    said = [
        submission.from_address,
        [[email, kind] for email, kind in submission.recipients],
        submission.tag,
        dict(submission.metadata),
        submission.template,
        submission.scheduled_at.isoformat() if submission.scheduled_at else None,
        [submission.track_opens, submission.track_clicks, submission.sandbox],
    ]
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode() + b"\n")
    digest.update(submission.mime)
    return digest.digest()


def build_response(accepted: AcceptedSubmission) -> dict[str, Any]:
    return {
        "id": str(accepted.id),
        "state": str(accepted.state),
        "recipients": [[each.email, str(each.kind), str(each.state)] for each in accepted.recipients],
    }


def build_batch_response(accepted: AcceptedBatch) -> dict[str, Any]:
    return {"batchId": str(accepted.id), "size": accepted.size}


def restore_submission(known: str, answer: Mapping[str, Any], fingerprint: bytes) -> AcceptedSubmission:
    """The stored result. Raises IdempotencyKeyReused if it belongs to another submission."""
    if known != fingerprint.hex() or "id" not in answer:
        raise IdempotencyKeyReused
    id_ = UUID(answer["id"])
    recipients = [AcceptedRecipient(*each) for each in answer["recipients"]]
    return AcceptedSubmission(id_, from_milliseconds(id_.int >> 80), answer["state"], recipients, repeated=True)


def restore_batch(known: str, answer: Mapping[str, Any], fingerprint: bytes) -> AcceptedBatch:
    if known != fingerprint.hex() or "batchId" not in answer:
        raise IdempotencyKeyReused
    return AcceptedBatch(UUID(answer["batchId"]), answer["size"], repeated=True)
