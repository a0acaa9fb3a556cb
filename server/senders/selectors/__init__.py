"""Reads of senders and their domains. What signs mail asks `signing_keys`."""

from server.senders.selectors.keys import SigningKey, signing_keys

__all__ = ["SigningKey", "signing_keys"]
