"""The commands of the project and, in `local`, their implementation."""
