"""Hosts of a team's own domain: which emails use them, and which requests are accepted for an email.

An email can use a host while its DNS record is valid (`senders.selectors.get_usable_hosts`). Requests by a host are
accepted while it belongs to the email's sender domain, whatever the state of the record: links in sent emails must keep
working, and their token identifies the team.
"""

from urllib.parse import urlsplit

from django.conf import settings

from server.senders.domain_names import list_enclosing_domains
from server.senders.records import BOUNCE_LABEL


def list_bounce_hosts() -> tuple[str, ...]:
    """Our own hosts that accept bounces; new bounce addresses use the first."""
    of_product = settings.MAIL_FROM.rpartition("@")[2].lower()
    return (settings.BOUNCE_HOST, of_product) if settings.BOUNCE_HOST else (of_product,)


def is_bounce_host(host: str, *, of: str) -> bool:
    """Whether bounces of emails from the domain `of` can be sent to the host."""
    label, _, above = host.partition(".")
    return label == BOUNCE_LABEL and above in list_enclosing_domains(of)


def is_tracking_host(host: str, *, of: str) -> bool:
    """Whether links in emails from the domain `of` can use the host: one label before `of`, or before a parent of it.

    The team chooses the label, and emails with an earlier one must keep working.
    """
    label, _, above = host.partition(".")
    return bool(label) and above in list_enclosing_domains(of)


def get_link_origin(host: str) -> str:
    if not host:
        return settings.PAGES_ORIGIN.rstrip("/")
    pages = urlsplit(settings.PAGES_ORIGIN)
    return f"{pages.scheme}://{host}:{pages.port}" if pages.port else f"{pages.scheme}://{host}"
