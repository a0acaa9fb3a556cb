"""Notifications about report files and about labelling recipients of a report."""

from functools import partial

from server.notifications.kinds import Audience, NotificationKind
from server.notifications.texts import NotificationText

# The report page with its files open.
REPORT_FILES = "/{report}?files=1"

_report = partial(NotificationKind, audience=Audience.USER, link=REPORT_FILES)

KINDS: tuple[NotificationKind, ...] = (
    _report(
        "report.finished",
        level="success",
        english=NotificationText(
            "Your report is ready", "You can download the {format} report of {name} for 24 hours."
        ),
        indonesian=NotificationText("Laporan Anda siap", "Laporan {format} dari {name} dapat diunduh selama 24 jam."),
    ),
    _report(
        "report.failed",
        level="warning",
        english=NotificationText(
            "Your report could not be created", "The {format} report of {name} could not be created. Try again."
        ),
        indonesian=NotificationText(
            "Laporan Anda gagal dibuat", "Laporan {format} dari {name} gagal dibuat. Coba lagi."
        ),
    ),
    NotificationKind(
        "report.notLabelled",
        level="warning",
        audience=Audience.USER,
        link="/{report}/recipients",
        english=NotificationText(
            "Recipients were not labelled", "The label {label} was not added to any recipient of {name}. Try again."
        ),
        indonesian=NotificationText(
            "Penerima gagal diberi label", "Label {label} tidak ditambahkan ke satu pun penerima {name}. Coba lagi."
        ),
    ),
)
