"""Encrypts the fields of system emails: they include links and codes that sign people in."""

import json
from collections.abc import Mapping
from typing import Any

from server.core import sealing
from server.delivery.models.mailings import FIELDS_PURPOSE


def seal_fields(fields: Mapping[str, Any], *, mailing_id: int) -> bytes:
    return sealing.seal(json.dumps(dict(fields)), purpose=FIELDS_PURPOSE, owner=str(mailing_id))


def open_fields(sealed: bytes, *, mailing_id: int) -> dict[str, Any]:
    """Raises SealBroken."""
    fields: dict[str, Any] = json.loads(sealing.unseal(sealed, purpose=FIELDS_PURPOSE, owner=str(mailing_id)))
    return fields
