"""Feed kinds of watched segments."""

from server.contacts.feed import FeedKind

ENTERED = FeedKind("segment.entered", subject="segment")
LEFT = FeedKind("segment.left", subject="segment")

KINDS = (ENTERED, LEFT)
