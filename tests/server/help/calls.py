"""Bodies for the generated tests (tests/foreign_ids.py)."""

BODIES = {
    "contact_us": lambda team: {"name": "Sari", "email": "sari@kopi.example", "message": "Hello"},
    "answer_csat": lambda team: {"score": 5},
    "answer_onboarding_survey": lambda team: {"answers": {"purpose": "Newsletters"}},
}
