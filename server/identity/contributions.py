"""Registers the app identity with lower apps."""

from server.core import callers, system_email
from server.identity import system_emails
from server.identity.resolver import IdentityResolver

callers.RESOLVER.provide(IdentityResolver())
system_email.register(system_emails.EMAILS)
