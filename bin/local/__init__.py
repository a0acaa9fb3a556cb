"""Starts everything the product needs on one machine, from the package registries alone. Standard library only."""
