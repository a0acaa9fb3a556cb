"""The email that verifies a sender's address."""

from collections.abc import Mapping

from server.core.system_email import EmailText

EMAILS: Mapping[tuple[str, str], EmailText] = {
    ("validate-sender", "en"): EmailText(
        "Verify {{ email }} as a sender",
        'Hi {{ name | fallback: "there" }},\n\n**{{ team }}** wants to send emails as {{ email }}.\n\n'
        '[Verify sender]({{ link }} "button")\n\nIf you don’t know this team, ignore this email.',
    ),
    ("validate-sender", "id"): EmailText(
        "Verifikasi {{ email }} sebagai pengirim",
        'Halo {{ name | fallback: "Anda" }},\n\n**{{ team }}** ingin mengirim email sebagai {{ email }}.\n\n'
        '[Verifikasi pengirim]({{ link }} "button")\n\nAbaikan email ini jika Anda tidak mengenal tim tersebut.',
    ),
}
