"""Why settings of webhooks are rejected."""

from server.core.causes import define

WEBHOOK_URL_NOT_PUBLIC = define("webhookUrlNotPublic", "Enter a public URL.")
WEBHOOK_URL_INVALID = define("webhookUrlInvalid", "Enter a public URL that starts with https://.")
WEBHOOK_URL_NOT_HTTPS = define(
    "webhookUrlNotHttps", "Enter a URL that starts with https://. Events contain personal data."
)
