"""What is mailed to subscribers for a team: proofs that an address is theirs, never anything of the team's choosing."""

from collections.abc import Mapping

from server.delivery.services.mail_template import Template

SUBSCRIPTION_MAILS: Mapping[tuple[str, str], Template] = {
    ("confirm-subscription", "en"): Template(
        "Confirm your subscription to {{ team }}",
        "Hi,\n\nplease confirm that you want mail from **{{ team }}** at {{ email }}.\n\n"
        '[Confirm subscription]({{ link }} "button")\n\n'
        "The link works for seven days. If you did not ask for this, ignore this mail: you will get no other.",
    ),
    ("confirm-subscription", "id"): Template(
        "Konfirmasi langganan Anda di {{ team }}",
        "Halo,\n\nmohon konfirmasi bahwa Anda ingin menerima email dari **{{ team }}** di {{ email }}.\n\n"
        '[Konfirmasi langganan]({{ link }} "button")\n\n'
        "Tautan ini berlaku selama tujuh hari. Jika Anda tidak memintanya, abaikan email ini: "
        "Anda tidak akan menerima email lain.",
    ),
    # For whom a team has brought along: nobody has asked for it, so it can be refused for good.
    ("confirm-import", "en"): Template(
        "May {{ team }} write to you?",
        "Hi,\n\n**{{ team }}** has {{ email }} on a list of people who agreed to get its mail. Is that right?\n\n"
        '[Yes, write to me]({{ confirm_url }} "button")\n\n'
        "The link works for thirty days. If you do nothing, you will get no other mail. "
        "[Never write to me]({{ unsubscribe_url }})",
    ),
    ("confirm-import", "id"): Template(
        "Bolehkah {{ team }} mengirim email kepada Anda?",
        "Halo,\n\n**{{ team }}** memiliki {{ email }} dalam daftar orang yang setuju menerima emailnya. "
        'Apakah itu benar?\n\n[Ya, kirimi saya email]({{ confirm_url }} "button")\n\n'
        "Tautan ini berlaku selama tiga puluh hari. Jika Anda tidak melakukan apa pun, Anda tidak akan menerima email "
        "lain. [Jangan pernah mengirimi saya email]({{ unsubscribe_url }})",
    ),
    # For who is subscribed already: the page that was filled in answers everybody the same.
    ("already-subscribed", "en"): Template(
        "You are subscribed to {{ team }}",
        "Hi,\n\nsomebody, probably you, asked for mail from **{{ team }}** at {{ email }}. "
        "You are subscribed already.\n\n"
        '[Manage your subscription]({{ link }} "button")\n\nIf it was not you, there is nothing to do.',
    ),
    ("already-subscribed", "id"): Template(
        "Anda sudah berlangganan {{ team }}",
        "Halo,\n\nseseorang, mungkin Anda, meminta email dari **{{ team }}** di {{ email }}. "
        'Anda sudah berlangganan.\n\n[Atur langganan Anda]({{ link }} "button")\n\n'
        "Jika bukan Anda yang meminta, tidak ada yang perlu dilakukan.",
    ),
    ("replace-address", "en"): Template(
        "Confirm your new address for {{ team }}",
        "Hi,\n\nmail from **{{ team }}** that went to {{ old }} shall go to {{ email }} from now on.\n\n"
        '[Use this address]({{ link }} "button")\n\n'
        "The link works for two days. Until then nothing changes. If you did not ask for this, ignore this mail.",
    ),
    ("replace-address", "id"): Template(
        "Konfirmasi alamat baru Anda untuk {{ team }}",
        "Halo,\n\nemail dari **{{ team }}** yang dikirim ke {{ old }} akan dikirim ke {{ email }} mulai sekarang.\n\n"
        '[Pakai alamat ini]({{ link }} "button")\n\n'
        "Tautan ini berlaku selama dua hari. Sampai saat itu tidak ada yang berubah. "
        "Jika Anda tidak memintanya, abaikan email ini.",
    ),
}
