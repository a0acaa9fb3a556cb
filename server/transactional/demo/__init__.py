"""The messages that the applications of the demo's roastery send."""
