"""The copy of a sandbox message for its developer."""

from collections.abc import Mapping

from server.core.system_email import EmailText

EMAILS: Mapping[tuple[str, str], EmailText] = {
    ("sandbox-copy", "en"): EmailText(
        "[Sandbox] {{ subject }}",
        "Your application submitted this message with a sandbox key. No one else receives it. This is a copy for you, "
        "sent to your own address.\n\nFrom: {{ sender }}\n\nSubject: {{ subject }}\n\n"
        "[Open full message]({{ link }})\n\n---\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}",
    ),
    ("sandbox-copy", "id"): EmailText(
        "[Sandbox] {{ subject }}",
        "Aplikasi Anda mengirim pesan ini dengan kunci sandbox. Tidak ada orang lain yang menerimanya. Ini salinan "
        "untuk Anda, di alamat Anda sendiri.\n\nDari: {{ sender }}\n\nSubjek: {{ subject }}\n\n"
        "[Buka pesan lengkap]({{ link }})\n\n---\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}",
    ),
}
