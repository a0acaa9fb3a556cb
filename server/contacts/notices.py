"""Notifications about contact imports and exports, and the name of the contact limit."""

from functools import partial

from server.notifications.kinds import Audience, NotificationKind
from server.notifications.texts import NotificationText, Phrase

CONTACT_QUOTA = Phrase("contacts", "kontak")

_import = partial(NotificationKind, permission="contact.import", link="/contacts/imports")
_export = partial(NotificationKind, audience=Audience.USER, link="/contacts/exports")

KINDS: tuple[NotificationKind, ...] = (
    _import(
        "import.finished",
        level="success",
        english=NotificationText(
            "{file} was imported",
            "Rows added: {added}, updated: {updated}, rejected: {failed}, imported with invalid "
            "values skipped: {emptied}.",
        ),
        indonesian=NotificationText(
            "{file} selesai diimpor",
            "Baris ditambahkan: {added}, diperbarui: {updated}, disisihkan: {failed}, diimpor dengan melewati "
            "nilai tidak valid: {emptied}.",
        ),
    ),
    _import(
        "import.failed",
        level="warning",
        english=NotificationText(
            "The import of {file} stopped",
            "{done} of {total} rows were processed and saved. Import the same file again to add the rest.",
        ),
        indonesian=NotificationText(
            "Impor {file} terhenti",
            "{done} dari {total} baris sudah diproses dan tersimpan. Impor lagi berkas yang sama untuk menambahkan "
            "sisanya.",
        ),
    ),
    _import(
        "import.undone",
        level="success",
        english=NotificationText(
            "The import of {file} was undone", "Contacts deleted: {removed}, restored: {restored}, kept: {kept}."
        ),
        indonesian=NotificationText(
            "Impor {file} sudah dibatalkan", "Kontak dihapus: {removed}, dipulihkan: {restored}, tetap ada: {kept}."
        ),
    ),
    _export(
        "export.finished",
        level="success",
        english=NotificationText(
            "Your export is ready", "Contacts exported: {rows}. You can download the file for 24 hours."
        ),
        indonesian=NotificationText("Ekspor Anda siap", "Berisi {rows} kontak. Berkasnya dapat diunduh selama 24 jam."),
    ),
    _export(
        "export.failed",
        level="warning",
        english=NotificationText("Your export failed", "No file was created. Export the contacts again."),
        indonesian=NotificationText("Ekspor Anda gagal", "Berkas tidak dibuat. Ekspor lagi kontaknya."),
    ),
)
