"""Webhooks: events of any app, posted to the endpoints of a team by Standard Webhooks 1.0.

An app that publishes contributes its event kinds to `kinds.KINDS`, and calls `publishing.publish` in the transaction
of the change. An app with screens or an API for endpoints contributes itself to `owners.OWNERS`; it decides who
can manage them, and notifies its users about them. An endpoint can be limited to scopes: ids that its owner checks and
that kinds with scopes carry.

The process `webhooks` (wire/webhooks.py) posts, signs, retries, pauses endpoints that fail, and disables dead ones.
This app imports no app that publishes events or owns endpoints.
"""
