"""Previews of a template version filled with data, with the HTML at a URL on the pages origin for some minutes.

The URL contains the encrypted data: previews are not stored, and no log shows the data. The version's own test data is
not included, so that the URL stays short enough for every server in between.
"""

import json
import quopri
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings

from server.core import clock
from server.core.errors import FieldsInvalid, NotFound
from server.core.sealing import SealBroken, declare_transient, seal_bytes, unseal_bytes
from server.transactional.causes import PREVIEW_DATA_TOO_LARGE
from server.transactional.json_values import MAX_DATA_BYTES
from server.transactional.models import TemplateVersion
from server.transactional.services.templates import compile_for_preview

PREFIX = "/preview/templates/"
URL_LIFETIME_SECONDS = 15 * 60
MAX_SEALED_BYTES = 5_000  # bytes: with base64 and the rest, below the 8,192 that proxies accept as a request line
PURPOSE = declare_transient("transactional template preview")
OWNER = "pages"


@dataclass(frozen=True, slots=True)
class TemplatePreview:
    """The preview. `html_url` is absolute, None if the version has no HTML."""

    subject: str
    html_url: str | None
    text: str
    missing: list[str]


def render_version(version: TemplateVersion, data: Mapping[str, Any] | None) -> TemplatePreview:
    """Fills the version with the data, or with its own test data.

    Raises FieldsInvalid for data that is too large for a URL, and what ContentProgram raises.
    """
    program = compile_for_preview(version)
    given = version.test_data if data is None else data
    filled = program.fill(given)
    url = None
    if filled.html is not None:
        own = dict(given) == version.test_data
        url = f"{settings.PAGES_ORIGIN}{PREFIX}{_seal_token(version, None if own else given)}"
    return TemplatePreview(filled.subject, url, _decode_quoted_printable(filled.text), program.missing(given))


def render_page(token: str) -> str:
    """The HTML at a preview URL. Raises NotFound if it is forged or expired, or its version is deleted."""
    try:
        raw = unseal_bytes(urlsafe_b64decode(token + "=" * (-len(token) % 4)), purpose=PURPOSE, owner=OWNER)
    except (SealBroken, ValueError):
        raise NotFound from None
    asked = json.loads(zlib.decompressobj().decompress(raw, 2 * MAX_DATA_BYTES))
    if asked["x"] <= clock.now().timestamp():
        raise NotFound
    version = TemplateVersion.objects.for_team(UUID(asked["t"])).filter(pk=UUID(asked["v"])).first()
    if version is None:
        raise NotFound
    html = compile_for_preview(version).fill(version.test_data if asked["d"] is None else asked["d"]).html
    if html is None:
        raise NotFound
    # In a frame that can't navigate its parent, links open a new tab.
    return _decode_quoted_printable(html).replace("<head>", '<head><base target="_blank">', 1)


def _seal_token(version: TemplateVersion, data: Mapping[str, Any] | None) -> str:
    asked = {
        "t": str(version.team_id),
        "v": str(version.pk),
        "d": data,
        "x": int(clock.now().timestamp()) + URL_LIFETIME_SECONDS,
    }
    raw = zlib.compress(json.dumps(asked, separators=(",", ":")).encode(), 9)
    if len(raw) > MAX_SEALED_BYTES:
        raise FieldsInvalid.of("data", PREVIEW_DATA_TOO_LARGE)
    return urlsafe_b64encode(seal_bytes(raw, purpose=PURPOSE, owner=OWNER)).decode().rstrip("=")


def _decode_quoted_printable(runs: bytes) -> str:
    return quopri.decodestring(runs).decode().replace("\r\n", "\n")
