"""Feed kinds of watched segments."""

from server.contacts.feed import Kind

ENTERED = Kind("segment.entered", subject="segment")
LEFT = Kind("segment.left", subject="segment")

KINDS = (ENTERED, LEFT)
