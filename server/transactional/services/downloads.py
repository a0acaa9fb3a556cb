"""Downloads of finished exports of events and recipients."""

from typing import Final

from server.contacts.states import ExportFormat
from server.core.exports.downloads import Downloads
from server.transactional.models import EventExport

FILES: Final = Downloads[EventExport](
    salt="transactional.export",
    address="/trx-api/events/export/file/",
    folder="transactional-exports",
    on_disk={wanted: f"file.{wanted}" for wanted in ExportFormat},
    # across teams: the signature names the file, and with it the team
    find=lambda key: EventExport.objects.filter(pk=key).first(),
    titled=lambda row: row.kind,
)
