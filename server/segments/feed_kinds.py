"""What watched segments add to the feed."""

from server.contacts.feed import Kind

ENTERED = Kind("segment.entered", subject="segment")
LEFT = Kind("segment.left", subject="segment")

KINDS = (ENTERED, LEFT)
