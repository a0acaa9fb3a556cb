"""Operations that accept larger bodies than the default of `server.core.bodies`."""

from typing import Final

from server.campaigns.ab.states import MAX_VARIANTS
from server.campaigns.limits import BODY_LENGTH, PLAIN_LENGTH
from server.contacts.errors import ImportSizeInvalid
from server.contacts.services.importing.imports import DEFAULT_MAX_UPLOAD_BYTES
from server.contacts.uploads import FORM_OVERHEAD_BYTES
from server.core.bodies import MAX_BYTES_PER_CHARACTER, allow
from server.core.errors import ApiError
from server.delivery.services import suppressions
from server.delivery.tags.grammar import MAX_SOURCE_CHARACTERS
from server.transactional.errors import MessageTooLarge
from server.transactional.http_messages import MAX_BODY_BYTES

# The size of a draft or a template without its contents: subjects, labels, segments, test data.
REST_BYTES: Final = 512 * 1024

CONTENT_BYTES: Final = (BODY_LENGTH + PLAIN_LENGTH) * MAX_BYTES_PER_CHARACTER
TEMPLATE_BYTES: Final = 2 * MAX_SOURCE_CHARACTERS * MAX_BYTES_PER_CHARACTER
# The largest file that a proxy must forward: a plan can allow more than the default.
IMPORT_BYTES: Final = 24 * 1024 * 1024


def _build_import_too_large(_size_bytes: int, max_bytes: int) -> ApiError:
    return ImportSizeInvalid(payload={"limitBytes": max_bytes - FORM_OVERHEAD_BYTES})


def _build_message_too_large(size_bytes: int, max_bytes: int) -> ApiError:
    return MessageTooLarge(payload={"size": size_bytes, "limit": max_bytes})


def install() -> None:
    for path in ("/api/email-marketing", "/api/email-marketing/{campaign_id}"):
        allow(path, CONTENT_BYTES + REST_BYTES)
    for path in ("/api/ab-test", "/api/ab-test/{campaign_id}"):
        allow(path, MAX_VARIANTS * CONTENT_BYTES + REST_BYTES)
    for path in ("/trx-api/template", "/trx-api/template/{template_id}/versions"):
        allow(path, TEMPLATE_BYTES + REST_BYTES)
    allow("/trx-api/messages", MAX_BODY_BYTES, _build_message_too_large)
    allow(
        "/api/contacts/import/prepare",
        max(IMPORT_BYTES, DEFAULT_MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES),
        _build_import_too_large,
    )
    allow(
        "/api/contacts/suppression/import", suppressions.MAX_FILE_BYTES + FORM_OVERHEAD_BYTES, _build_import_too_large
    )
