"""Hosts of a team's own domain: which mail uses them, and which are taken for a mail's.

A mail may use a host while its record is seen as right (`senders.selectors.usable_hosts`). What comes by one is taken
as long as it belongs to the domain that the mail is from, whatever has become of the record since: mail that was sent
keeps its links, and the token in them says whose they are.
"""

from urllib.parse import urlsplit

from django.conf import settings

from server.senders.domain_names import enclosing
from server.senders.records import BOUNCE_LABEL


def bounce_hosts() -> tuple[str, ...]:
    """Our own hosts that bounces come to, the one that is given out first."""
    of_product = settings.MAIL_FROM.rpartition("@")[2].lower()
    return (settings.BOUNCE_HOST, of_product) if settings.BOUNCE_HOST else (of_product,)


def is_bounce_host(host: str, *, of: str) -> bool:
    """Whether bounces of mail from the domain `of` may come to the host."""
    label, _, above = host.partition(".")
    return label == BOUNCE_LABEL and above in enclosing(of)


def is_tracking_host(host: str, *, of: str) -> bool:
    """Whether links of mail from the domain `of` may begin with the host: one label before it, or a domain around it.

    Which label is the team's choice, and mail with an earlier one is still read.
    """
    label, _, above = host.partition(".")
    return bool(label) and above in enclosing(of)


def links_begin(host: str) -> str:
    """What tracked addresses of a mail begin with: a team's host reached as the pages are, or the pages' origin."""
    if not host:
        return settings.PAGES_ORIGIN.rstrip("/")
    pages = urlsplit(settings.PAGES_ORIGIN)
    return f"{pages.scheme}://{host}:{pages.port}" if pages.port else f"{pages.scheme}://{host}"
