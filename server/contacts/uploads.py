"""A file that comes by a form: on disk as it arrives, and stopped at its limit."""

from typing import Any

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest

from server.contacts.errors import ImportSizeInvalid
from server.core.errors import FieldsMissing

FORM_BYTES = 1 << 16  # what a multipart form may weigh besides its file


def form(**fields: dict[str, Any]) -> dict[str, Any]:
    """A form with a file, as OpenAPI describes it, and with fields that may be left out."""
    properties = {"file": {"type": "string", "format": "binary"}, **fields}
    schema = {"type": "object", "required": ["file"], "properties": properties}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


UPLOAD = form()


class LimitedUpload(TemporaryFileUploadHandler):
    """Streams an upload to disk and stops at the limit, whatever the request says of its length."""

    def __init__(self, request: HttpRequest, most_bytes: int) -> None:
        super().__init__(request)
        self.most_bytes = most_bytes

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > self.most_bytes:
            raise ImportSizeInvalid(payload={"limitBytes": self.most_bytes})
        super().receive_data_chunk(raw_data, start)


def uploaded(request: HttpRequest, most_bytes: int) -> TemporaryUploadedFile:
    """The file of the form. Raises ImportSizeInvalid before reading what is declared as too long, FieldsMissing."""
    if int(request.headers.get("Content-Length") or 0) > most_bytes + FORM_BYTES:
        raise ImportSizeInvalid(payload={"limitBytes": most_bytes})
    request.upload_handlers = [LimitedUpload(request, most_bytes)]
    upload = request.FILES.get("file")
    if not isinstance(upload, TemporaryUploadedFile):
        error = {"field": "file", "value": None, "cause": "Choose a file."}
        raise FieldsMissing(payload={**error, "errors": [error]})
    return upload
