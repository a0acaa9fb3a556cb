"""Registers the app identity with lower apps."""

from server.core import callers, system_mail
from server.identity import system_emails
from server.identity.resolver import IdentityResolver

callers.RESOLVER.provide(IdentityResolver())
system_mail.register(system_emails.EMAILS)
