"""Emails to subscribers for a team, to people who get a shared email, and replies to its sender."""

from collections.abc import Mapping

from server.core.system_email import EmailText

EMAILS: Mapping[tuple[str, str], EmailText] = {
    ("confirm-subscription", "en"): EmailText(
        "Confirm your subscription to {{ team }}",
        "Hi,\n\nConfirm that you want to receive emails from **{{ team }}** at {{ email }}.\n\n"
        '[Confirm subscription]({{ link }} "button")\n\n'
        "The link works for seven days. If you didn’t ask for this, ignore this email. You won’t receive any others.",
    ),
    ("confirm-subscription", "id"): EmailText(
        "Konfirmasi langganan Anda di {{ team }}",
        "Halo,\n\nKonfirmasikan bahwa Anda ingin menerima email dari **{{ team }}** di {{ email }}.\n\n"
        '[Konfirmasi langganan]({{ link }} "button")\n\n'
        "Tautan ini berlaku selama tujuh hari. Jika Anda tidak memintanya, abaikan email ini. "
        "Anda tidak akan menerima email lain.",
    ),
    # To imported contacts: they did not ask for it, so they can refuse all email permanently.
    ("confirm-import", "en"): EmailText(
        "Can {{ team }} send you emails?",
        "Hi,\n\n**{{ team }}** has {{ email }} on a list of people who agreed to receive its emails. Is that right?\n\n"
        '[Yes, send me emails]({{ confirm_url }} "button")\n\n'
        "The link works for thirty days. If you do nothing, you won’t receive any other emails. "
        "[Never send me emails]({{ unsubscribe_url }})",
    ),
    ("confirm-import", "id"): EmailText(
        "Bolehkah {{ team }} mengirim email kepada Anda?",
        "Halo,\n\n**{{ team }}** memiliki {{ email }} dalam daftar orang yang setuju menerima emailnya. "
        'Apakah itu benar?\n\n[Ya, kirimi saya email]({{ confirm_url }} "button")\n\n'
        "Tautan ini berlaku selama tiga puluh hari. Jika Anda tidak melakukan apa pun, Anda tidak akan menerima email "
        "lain. [Jangan pernah kirimi saya email]({{ unsubscribe_url }})",
    ),
    # To subscribed contacts: the page responds the same to everyone.
    ("already-subscribed", "en"): EmailText(
        "You are already subscribed to {{ team }}",
        "Hi,\n\nSomeone, probably you, asked to receive emails from **{{ team }}** at {{ email }}. "
        "You are already subscribed.\n\n"
        '[Manage your subscription]({{ link }} "button")\n\nIf it wasn’t you, you don’t have to do anything.',
    ),
    ("already-subscribed", "id"): EmailText(
        "Anda sudah berlangganan {{ team }}",
        "Halo,\n\nSeseorang, mungkin Anda, meminta agar email dari **{{ team }}** dikirim ke {{ email }}. "
        'Alamat ini sudah berlangganan.\n\n[Atur langganan Anda]({{ link }} "button")\n\n'
        "Jika bukan Anda yang meminta, tidak ada yang perlu dilakukan.",
    ),
    ("replace-address", "en"): EmailText(
        "Confirm your new address for {{ team }}",
        "Hi,\n\nConfirm that emails from **{{ team }}** should go to {{ email }} instead of {{ old }}.\n\n"
        '[Use this address]({{ link }} "button")\n\n'
        "The link works for two days. Nothing changes until you confirm. "
        "If you didn’t ask for this, ignore this email.",
    ),
    ("replace-address", "id"): EmailText(
        "Konfirmasi alamat baru Anda untuk {{ team }}",
        "Halo,\n\nKonfirmasikan bahwa email dari **{{ team }}** akan dikirim ke {{ email }}, "
        "bukan lagi ke {{ old }}.\n\n"
        '[Pakai alamat ini]({{ link }} "button")\n\n'
        "Tautan ini berlaku selama dua hari. Tidak ada yang berubah sebelum Anda mengonfirmasi. "
        "Jika Anda tidak memintanya, abaikan email ini.",
    ),
    ("forwarded", "en"): EmailText(
        "{{ sender }} recommends: {{ subject }}",
        'Hi {{ friend | fallback: "there" }},\n\n**{{ sender }}** received an email from **{{ team }}** and thinks you '
        'might like it too: {{ subject }}\n\n[Read email]({{ link }} "button")\n\n'
        "You were not added to any list. {{ sender }} gave us your address for this one email. "
        "[Never send me emails from {{ team }}]({{ stop }})",
    ),
    ("forwarded", "id"): EmailText(
        "{{ sender }} merekomendasikan: {{ subject }}",
        'Halo {{ friend | fallback: "teman" }},\n\n**{{ sender }}** menerima email dari **{{ team }}** dan merasa '
        'Anda mungkin menyukainya juga: {{ subject }}\n\n[Baca email]({{ link }} "button")\n\n'
        "Anda tidak dimasukkan ke daftar mana pun. {{ sender }} memberikan alamat Anda untuk satu email ini saja. "
        "[Jangan pernah kirimi saya email dari {{ team }}]({{ stop }})",
    ),
    ("answered", "en"): EmailText(
        "Re: {{ subject }}",
        "**{{ name }}** replied to your email “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nReply to this email to write to {{ address }}.",
    ),
    ("answered", "id"): EmailText(
        "Re: {{ subject }}",
        "**{{ name }}** membalas email Anda “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nBalas email ini untuk menulis kepada {{ address }}.",
    ),
}
