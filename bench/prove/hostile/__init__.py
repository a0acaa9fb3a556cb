"""Cheap hostile load on a started product: bin/prove abuse."""
