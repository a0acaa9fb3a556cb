"""The contract of the editors: their node kinds, for the client."""

from typing import Any

from server.documents.kinds.email import EMAIL


def build_contract() -> dict[str, Any]:
    """The content of `documents.json`. Fields of a schema are in the order in which a panel shows them."""
    return {"email": EMAIL.contract()}
