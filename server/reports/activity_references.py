"""Audit log references of reports."""

from server.activity.references import Reference

# Not in the specification: advice dismissed, followed and restored.
REFERENCES = (Reference("advice", ("UPDATED", "ACTIVATE", "UNDO"), after="sosmed"),)
