"""Finds the host that receives email for a domain (RFC 5321, 5.1)."""

import dns.exception
import dns.resolver

from server.core.dns_resolver import create_resolver

LIFETIME_SECONDS = 5.0


async def find_mx_host(domain: str) -> str | None:
    """The preferred MX host of a domain, or None without one. Raises OSError if the lookup fails."""
    try:
        answer = await create_resolver().resolve(domain, "MX", search=False, lifetime=LIFETIME_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except (dns.exception.DNSException, UnicodeError) as error:
        raise OSError(f"The DNS lookup failed: {error}") from error
    hosts = sorted((int(row.preference), str(row.exchange).rstrip(".").lower()) for row in answer)
    return (hosts[0][1] or None) if hosts else None  # a lone dot: the domain accepts no email (RFC 7505)
