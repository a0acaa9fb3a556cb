"""What the activity feed can say about contacts, their labels and custom fields."""

from server.activity.references import CHANGES, Reference

REFERENCES = (
    # Undone imports and restored deletions are not in the specification.
    Reference("contact", (*CHANGES, "EXPORT", "IMPORT", "UNDO", "RESTORED"), after="sender"),
    Reference("contact-label", CHANGES, after="contact"),
    # Not in the specification.
    Reference("contact-field", CHANGES, after="contact-label"),
)
