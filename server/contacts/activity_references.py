"""What the activity feed can say about contacts, their labels and custom fields."""

from server.activity.references import CHANGES, Reference

REFERENCES = (
    # Undone imports and restored deletions are not in the specification.
    Reference("contact", 30, (*CHANGES, "EXPORT", "IMPORT", "UNDO", "RESTORED")),
    Reference("contact-label", 40, CHANGES),
    # Not in the specification.
    Reference("contact-field", 50, CHANGES),
)
