"""Django's PostgreSQL backend with a cheaper liveness check of persistent connections (base.py)."""
