"""The DNS resolver: from the settings, or this machine's."""

from collections.abc import Sequence

import dns.asyncresolver
import dns.nameserver
import dns.resolver
from django.conf import settings

SECONDS_PER_ATTEMPT = 2.0
SECONDS_PER_QUERY = 5.0


def create_resolver() -> dns.asyncresolver.Resolver:
    """A resolver without a cache, so that every lookup is current."""
    configured: Sequence[tuple[str, int]] = settings.DNS_SERVERS
    try:
        resolver = dns.asyncresolver.Resolver(configure=not configured)
    except dns.resolver.NoResolverConfiguration:
        # This machine has no resolver configuration: every lookup fails, and is reported as failed.
        resolver = dns.asyncresolver.Resolver(configure=False)
    if configured:
        resolver.nameservers = [dns.nameserver.Do53Nameserver(address, port) for address, port in configured]
    resolver.timeout = SECONDS_PER_ATTEMPT
    resolver.lifetime = SECONDS_PER_QUERY
    resolver.retry_servfail = False
    return resolver
