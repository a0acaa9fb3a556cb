"""The editors by name with their kinds of nodes, as the client is told of them."""

from typing import Any

from server.documents.kinds.email import EMAIL


def document() -> dict[str, Any]:
    """What `documents.json` holds; the fields of a schema stand in the order in which a panel shows them."""
    return {"email": EMAIL.contract()}
