"""Audit log references of contacts, labels and custom fields."""

from server.activity.references import CHANGES, Reference

REFERENCES = (
    # Undoing an import and restoring a deletion are not in the specification.
    Reference("contact", (*CHANGES, "EXPORT", "IMPORT", "UNDO", "RESTORED"), after="sender"),
    Reference("contact-label", CHANGES, after="contact"),
    # Not in the specification.
    Reference("contact-field", CHANGES, after="contact-label"),
)
