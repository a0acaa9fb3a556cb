"""Responses with exports of events and recipients."""

from server.contacts.states import BulkState, ExportFormat
from server.transactional.models import EventExport
from server.transactional.schemas.events import FileOut
from server.transactional.services.downloads import FILES
from server.transactional.states import ExportKind


def file_out(row: EventExport) -> FileOut:
    return FileOut(
        file_id=row.pk,
        kind=ExportKind(row.kind),
        format=ExportFormat(row.format),
        q=row.query,
        start=row.start,
        end=row.end,
        fullname=row.fullname,
        state=BulkState(row.state),
        total=row.rows,
        size_bytes=row.size_bytes,
        reason=row.reason,
        revision=row.revision,
        created_at=row.created_at,
        finished_at=row.finished_at,
        expires_at=row.expires_at,
        download_url=FILES.url(row),
    )
