"""What the app reports plugs into lower apps."""

from server.notifications import kinds
from server.reports import notices

for notice in notices.KINDS:
    kinds.register(notice)
