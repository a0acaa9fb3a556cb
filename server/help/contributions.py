"""Registers the app help with lower apps."""

from server.core import system_mail
from server.help import system_emails

system_mail.register(system_emails.EMAILS)
