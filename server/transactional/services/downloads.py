"""The finished files of events and recipients."""

from typing import Final

from server.contacts.states import BulkState, ExportFormat
from server.core.exports.downloads import Downloads
from server.transactional.models import EventExport
from server.transactional.schemas.events import FileOut
from server.transactional.states import ExportKind

FILES: Final = Downloads[EventExport](
    salt="transactional.export",
    address="/trx-api/events/export/file/",
    folder="transactional-exports",
    on_disk={wanted: f"file.{wanted}" for wanted in ExportFormat},
    # across teams: the signature names the file, and with it the team
    find=lambda key: EventExport.objects.filter(pk=key).first(),
    titled=lambda row: row.kind,
)


def out(row: EventExport) -> FileOut:
    """A file as it goes over the wire."""
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
