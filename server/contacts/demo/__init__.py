"""The contacts of the demo's teams."""
