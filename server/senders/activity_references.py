"""What the activity feed can say about senders and their domains."""

from server.activity.references import CHANGES, Reference

REFERENCES = (Reference("sender", CHANGES, after="scenario"),)
