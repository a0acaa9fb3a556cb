"""Bodies for the generated tests (tests/foreign_ids.py)."""

BODIES = {
    "update_onboarding": lambda team: {"dismissed": True},
}
