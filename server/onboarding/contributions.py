"""What the app onboarding plugs into lower apps."""

from server.onboarding import first_steps, steps

for step in first_steps.STEPS:
    steps.register(step)
