"""Writing to and reading from the websockets of daphne."""
