"""Queries of senders and their domains. Senders of email use `signing_keys` and `usable_hosts`."""

from server.senders.selectors.hosts import OwnHosts, usable_hosts
from server.senders.selectors.keys import SigningKey, signing_keys

__all__ = ["OwnHosts", "SigningKey", "signing_keys", "usable_hosts"]
