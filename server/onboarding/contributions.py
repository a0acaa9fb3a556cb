"""Registers the steps of lower apps."""

from server.onboarding import first_steps, steps

for step in first_steps.STEPS:
    steps.register(step)
