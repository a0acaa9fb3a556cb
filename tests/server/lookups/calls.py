"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

IDS = {"lookups/city/{country}": lambda team: "ID"}
