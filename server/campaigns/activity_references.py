"""Audit log references of campaigns."""

from server.activity.references import CHANGES, Reference

REFERENCES = (
    Reference(
        "campaign",
        # Not in the specification: exported reports, test emails, and campaigns paused, resumed or stopped.
        (*CHANGES, "SENT", "DUPLICATED", "EXPORT", "PAUSED", "RESUMED", "STOPPED", "TESTED"),
        after="form",
    ),
)
