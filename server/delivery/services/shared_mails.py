"""What goes to others because of a mail: to friends of who got it, and the answer to who sent it."""

from collections.abc import Mapping

from server.delivery.services.mail_template import Template

SHARED_MAILS: Mapping[tuple[str, str], Template] = {
    ("forwarded", "en"): Template(
        "{{ sender }} recommends: {{ subject }}",
        'Hi {{ friend | fallback: "there" }},\n\n**{{ sender }}** got a mail of **{{ team }}** and thought that you '
        'would like it, too: {{ subject }}\n\n[Read the mail]({{ link }} "button")\n\n'
        "You are on no list because of this: {{ sender }} gave us your address for this one mail. "
        "[Nobody may send me mail of {{ team }}]({{ stop }})",
    ),
    ("forwarded", "id"): Template(
        "{{ sender }} merekomendasikan: {{ subject }}",
        'Halo {{ friend | fallback: "teman" }},\n\n**{{ sender }}** menerima email dari **{{ team }}** dan berpikir '
        'Anda juga akan menyukainya: {{ subject }}\n\n[Baca emailnya]({{ link }} "button")\n\n'
        "Anda tidak masuk daftar apa pun karena ini: {{ sender }} memberikan alamat Anda untuk satu email ini saja. "
        "[Jangan ada yang mengirimi saya email dari {{ team }}]({{ stop }})",
    ),
    ("answered", "en"): Template(
        "Re: {{ subject }}",
        "**{{ name }}** answers your mail “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nReply to this mail to write to {{ address }}.",
    ),
    ("answered", "id"): Template(
        "Re: {{ subject }}",
        "**{{ name }}** membalas email Anda “{{ subject }}”:\n\n{% for line in lines %}\n{{ line }}\n{% endfor %}\n\n"
        "---\n\nBalas email ini untuk menulis kepada {{ address }}.",
    ),
}
