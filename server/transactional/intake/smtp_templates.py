"""Fills messages submitted over SMTP from a template: `X-Template` and `X-Template-Data`.

Subject and body come from the template and replace those of the message. Other header fields and attachments stay.
"""

import binascii
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from server.core.errors import FieldsInvalid
from server.delivery.mime import headers
from server.delivery.tags.budget import Budget
from server.transactional import composing, header_lines, json_values
from server.transactional.causes import NOT_JSON_DATA, TEMPLATE_HEADER_REQUIRED
from server.transactional.composing import Attachment, Parts
from server.transactional.errors import ContentInvalid
from server.transactional.header_lines import HeaderLine
from server.transactional.intake.submissions import Submission
from server.transactional.mime import parts
from server.transactional.mime.parts import MimePart, TooManyParts
from server.transactional.services import templates

DATA: Final = b"x-template-data"
# The subject and the fields that describe the content come from the template.
_REPLACED: Final = (b"subject", b"mime-version")
_CONTENT: Final = b"content-"
_CONTENT_ID: Final = re.compile(r"[A-Za-z0-9._@+-]{1,100}")


def fill(team_id: UUID, submission: Submission, budget: Budget | None = None) -> Submission:
    """The submission with the content of its template; unchanged without one.

    The data is a JSON object, plain or in base64, and can be folded. `budget` must be unused. Raises TemplateNotUsable,
    FieldsInvalid for invalid data, ContentInvalid for unreadable files, and what templates.get_usable_template raises.
    """
    lines, _ = header_lines.split(submission.mime)
    given = header_lines.find_first(lines, DATA)
    if not submission.template:
        if given is not None:
            raise FieldsInvalid.of(_decode_name(DATA), TEMPLATE_HEADER_REQUIRED)
        return submission
    data = _read_data(given)
    usable = templates.get_usable_template(team_id, submission.template, budget)
    content = usable.program.fill(data, budget)
    kept = [line for line in lines if line.name not in _REPLACED and not line.name.startswith(_CONTENT)]
    said = Parts(
        from_name="",
        from_address=submission.from_address,
        subject=content.subject,
        to=(),
        text=content.text,
        html=content.html,
        files=[composing.encode_file(each) for each in _find_attachments(submission.mime)],
    )
    head = b"".join(line.raw for line in kept) + headers.build_unstructured("Subject", content.subject)
    return replace(
        submission,
        subject=content.subject,
        mime=head + b"MIME-Version: 1.0\r\n" + composing.build_content(said),
        template_id=usable.template_id,
        template_version=usable.version,
    )


def _decode_name(field: bytes) -> str:
    return field.decode("ascii")


def _read_data(line: HeaderLine | None) -> dict[str, Any]:
    said = line.text.strip() if line is not None else ""
    if not said:
        return {}
    try:
        text = said if said.startswith("{") else b64decode("".join(said.split()), validate=True).decode()
        data = json.loads(text)
        if isinstance(data, dict):
            return json_values.check(data)
    except (ValueError, binascii.Error, RecursionError):
        pass
    raise FieldsInvalid.of(_decode_name(DATA), NOT_JSON_DATA, said[:40])


def _find_attachments(mime: bytes) -> Iterator[Attachment]:
    """The files of a message: parts that have a name, are marked as attachments, or are shown within the HTML.

    Raises ContentInvalid for an enclosed message, and for unreadable parts.
    """
    try:
        for part in parts.iterate_parts(mime):
            if part.kind.startswith("message/"):
                raise ContentInvalid(payload={"cause": "attachmentType", "name": "message"})
            found = _read_file(part, mime)
            if found is not None:
                yield found
    except TooManyParts as error:
        raise ContentInvalid(payload={"cause": "tooManyParts"}) from error
    except (ValueError, LookupError) as error:
        raise ContentInvalid(payload={"cause": "attachment"}) from error


def _read_file(part: MimePart, mime: bytes) -> Attachment | None:
    name = part.name
    is_shown = bool(_CONTENT_ID.fullmatch(part.content_id)) and not part.kind.startswith("text/")
    if not name and not is_shown and not part.is_attachment:
        return None
    return Attachment(name or "attachment", part.kind, part.content(mime), part.content_id if is_shown else "")
