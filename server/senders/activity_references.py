"""Audit log references of senders and their domains."""

from server.activity.references import CHANGES, Reference

REFERENCES = (Reference("sender", CHANGES, after="scenario"),)
