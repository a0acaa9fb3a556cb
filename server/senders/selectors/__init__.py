"""Queries of senders and their domains. Senders of email use `load_signing_keys` and `get_usable_hosts`."""

from server.senders.selectors.hosts import OwnHosts, get_usable_hosts
from server.senders.selectors.keys import SigningKey, load_signing_keys

__all__ = ["OwnHosts", "SigningKey", "get_usable_hosts", "load_signing_keys"]
