"""Registers the app help with lower apps."""

from server.core import system_email
from server.help import system_emails

system_email.register(system_emails.EMAILS)
