"""Form uploads, streamed to disk and stopped at a limit."""

from typing import Any

from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.http import HttpRequest

from server.contacts.causes import FILE_REQUIRED, UNKNOWN_ENCODING
from server.contacts.errors import ImportSizeInvalid
from server.contacts.importing import source_files
from server.core import disk_space
from server.core.errors import FieldsInvalid, FieldsMissing

FORM_OVERHEAD_BYTES = 1 << 16  # allowance for the multipart form besides its file


# The upload form in OpenAPI. Users can choose the encoding of bytes that are not UTF-8.
_FIELDS: dict[str, Any] = {
    "file": {"type": "string", "format": "binary"},
    "encoding": {"type": "string", "enum": [source_files.WINDOWS]},
}
_SCHEMA = {"type": "object", "required": ["file"], "properties": _FIELDS}
UPLOAD: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _SCHEMA}}},
}


class LimitedUpload(TemporaryFileUploadHandler):
    """Streams an upload to disk and stops at the limit, regardless of the declared length."""

    def __init__(self, request: HttpRequest, max_bytes: int) -> None:
        super().__init__(request)
        self.max_bytes = max_bytes

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > self.max_bytes:
            raise ImportSizeInvalid(payload={"limitBytes": self.max_bytes})
        super().receive_data_chunk(raw_data, start)


def receive_upload(request: HttpRequest, max_bytes: int) -> TemporaryUploadedFile:
    """Raises StorageFull, FieldsMissing and ImportSizeInvalid, the last one before reading if the declared length is
    too large.
    """
    disk_space.check_files()
    if int(request.headers.get("Content-Length") or 0) > max_bytes + FORM_OVERHEAD_BYTES:
        raise ImportSizeInvalid(payload={"limitBytes": max_bytes})
    request.upload_handlers = [LimitedUpload(request, max_bytes)]
    upload = request.FILES.get("file")
    if not isinstance(upload, TemporaryUploadedFile):
        raise FieldsMissing.of(["file"], FILE_REQUIRED)
    return upload


def get_chosen_encoding(request: HttpRequest) -> str | None:
    """Applies to bytes that are not UTF-8. Raises FieldsInvalid for an unknown encoding."""
    encoding = request.POST.get("encoding") or None
    if encoding not in (None, source_files.WINDOWS):
        raise FieldsInvalid.of("encoding", UNKNOWN_ENCODING, encoding, encoding=source_files.WINDOWS)
    return encoding
