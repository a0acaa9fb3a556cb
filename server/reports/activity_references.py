"""What the activity feed can say about reports."""

from server.activity.references import Reference

# Not in the specification: advice dismissed, followed, and restored.
REFERENCES = (Reference("advice", 140, ("UPDATED", "ACTIVATE", "UNDO")),)
