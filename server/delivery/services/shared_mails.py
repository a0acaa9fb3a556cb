"""What goes to others because of a mail: to friends of who got it, and the answer to who sent it."""

from collections.abc import Mapping

from server.delivery.services.mail_template import Template

SHARED_MAILS: Mapping[tuple[str, str], Template] = {
    ("forwarded", "en"): Template(
        "{{ sender }} recommends: {{ subject }}",
        'Hi {{ friend | fallback: "there" }},\n\n**{{ sender }}** received an email from **{{ team }}** and thinks you '
        'might like it too: {{ subject }}\n\n[Read email]({{ link }} "button")\n\n'
        "You were not added to any list. {{ sender }} gave us your address for this one email. "
        "[Never send me emails from {{ team }}]({{ stop }})",
    ),
    ("forwarded", "id"): Template(
        "{{ sender }} merekomendasikan: {{ subject }}",
        'Halo {{ friend | fallback: "teman" }},\n\n**{{ sender }}** menerima email dari **{{ team }}** dan merasa '
        'Anda mungkin menyukainya juga: {{ subject }}\n\n[Baca email]({{ link }} "button")\n\n'
        "Anda tidak dimasukkan ke daftar mana pun. {{ sender }} memberikan alamat Anda untuk satu email ini saja. "
        "[Jangan pernah kirimi saya email dari {{ team }}]({{ stop }})",
    ),
    ("answered", "en"): Template(
        "Re: {{ subject }}",
        "**{{ name }}** replied to your email “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nReply to this email to write to {{ address }}.",
    ),
    ("answered", "id"): Template(
        "Re: {{ subject }}",
        "**{{ name }}** membalas email Anda “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nBalas email ini untuk menulis kepada {{ address }}.",
    ),
}
