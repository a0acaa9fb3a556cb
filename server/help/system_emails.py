"""The email for a message of the contact form."""

from collections.abc import Mapping

from server.core.system_email import EmailText

EMAILS: Mapping[tuple[str, str], EmailText] = {
    # For the operators of the installation. They reply to the address in it.
    ("contact-us", "en"): EmailText(
        "Message from {{ name }}",
        "**{{ name }}** ({{ address }}) sent a message through the contact form.\n\n"
        'Company: {{ company | fallback: "not provided" }}\n\n'
        'Phone: {{ phone | fallback: "not provided" }}\n\n{{ message }}',
    ),
}
