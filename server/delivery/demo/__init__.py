"""Simulated recipients of the demo, for its chapters and for live simulated readers."""
