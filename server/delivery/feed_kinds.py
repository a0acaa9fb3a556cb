"""Feed entries about emails, written by triggers and by the sender (migrations/sql/feed.sql, sql/sending.py).

The subject is the mailing. Opens and clicks of bots are not included (docs/metrics.md).
"""

from server.contacts.feed import FeedKind

SENT = FeedKind("email.sent", subject="mailing")
OPENED = FeedKind("email.opened", subject="mailing")
CLICKED = FeedKind("email.clicked", subject="mailing")
BOUNCED = FeedKind("email.bounced", subject="mailing")
UNSUBSCRIBED = FeedKind("email.unsubscribed", subject="mailing")
COMPLAINED = FeedKind("email.complained", subject="mailing")

KINDS = (SENT, OPENED, CLICKED, BOUNCED, UNSUBSCRIBED, COMPLAINED)
