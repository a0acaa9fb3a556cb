"""Feed entries about emails, written by triggers and by the sender (migrations/sql/feed.sql, sql/sending.py).

The subject is the mailing. Opens and clicks of bots are not included (docs/figures.md).
"""

from server.contacts.feed import Kind

SENT = Kind("email.sent", subject="mailing")
OPENED = Kind("email.opened", subject="mailing")
CLICKED = Kind("email.clicked", subject="mailing")
BOUNCED = Kind("email.bounced", subject="mailing")
UNSUBSCRIBED = Kind("email.unsubscribed", subject="mailing")
COMPLAINED = Kind("email.complained", subject="mailing")

KINDS = (SENT, OPENED, CLICKED, BOUNCED, UNSUBSCRIBED, COMPLAINED)
