"""Registers the parts of reports that other apps extend or list."""

from server.activity import references
from server.core import origins
from server.notifications import kinds
from server.reports import activity_references, notices

for notice in notices.KINDS:
    kinds.register(notice)

for reference in activity_references.REFERENCES:
    references.register(reference)

origins.PAGES_PREFIXES.add("/preview/", None)
