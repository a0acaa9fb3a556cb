"""The campaigns of the demo's teams."""
