"""Notifications about contact imports and exports, and the name of the contact limit."""

from functools import partial

from server.notifications.kinds import Audience, Kind
from server.notifications.texts import Phrase, Text

CONTACT_QUOTA = Phrase("contacts", "kontak")

_import = partial(Kind, permission="contact.import", link="/contacts/imports")
_export = partial(Kind, audience=Audience.USER, link="/contacts/exports")

KINDS: tuple[Kind, ...] = (
    _import(
        "import.finished",
        level="success",
        english=Text(
            "{file} was imported",
            "Rows added: {added}, updated: {updated}, rejected: {failed}, imported with invalid "
            "values skipped: {emptied}.",
        ),
        indonesian=Text(
            "{file} selesai diimpor",
            "Baris ditambahkan: {added}, diperbarui: {updated}, disisihkan: {failed}, diimpor dengan melewati "
            "nilai tidak valid: {emptied}.",
        ),
    ),
    _import(
        "import.failed",
        level="warning",
        english=Text(
            "The import of {file} stopped",
            "{done} of {total} rows were processed and saved. Import the same file again to add the rest.",
        ),
        indonesian=Text(
            "Impor {file} terhenti",
            "{done} dari {total} baris sudah diproses dan tersimpan. Impor lagi berkas yang sama untuk menambahkan "
            "sisanya.",
        ),
    ),
    _import(
        "import.undone",
        level="success",
        english=Text(
            "The import of {file} was undone", "Contacts deleted: {removed}, restored: {restored}, kept: {kept}."
        ),
        indonesian=Text(
            "Impor {file} sudah dibatalkan", "Kontak dihapus: {removed}, dipulihkan: {restored}, tetap ada: {kept}."
        ),
    ),
    _export(
        "export.finished",
        level="success",
        english=Text("Your export is ready", "Contacts exported: {rows}. You can download the file for 24 hours."),
        indonesian=Text("Ekspor Anda siap", "Berisi {rows} kontak. Berkasnya dapat diunduh selama 24 jam."),
    ),
    _export(
        "export.failed",
        level="warning",
        english=Text("Your export failed", "No file was created. Export the contacts again."),
        indonesian=Text("Ekspor Anda gagal", "Berkas tidak dibuat. Ekspor lagi kontaknya."),
    ),
)
