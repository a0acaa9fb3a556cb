"""How records are deleted, over all operations (HTTP-22)."""

import json
import re
from pathlib import Path
from typing import Any

CONTRACT = Path(__file__).resolve().parents[2] / "client" / "src" / "generated" / "openapi.json"
DOCUMENT: dict[str, Any] = json.loads(CONTRACT.read_text())
# Deleted by a POST: several of them by their ids, or one at a path that the specification names.
BY_IDS = ("contacts", "pages", "forms")
BY_PATH = ("email-marketing", "ab-test")
# A single record, so it needs no id.
SINGLE = {"/api/users/two-factor/app"}


def breaches(paths: dict[str, Any]) -> list[str]:
    """Operations that delete in another way."""
    found = []
    for path, operations in paths.items():
        resource, _, rest = path.removeprefix("/api/").partition("/")
        is_named = (resource in BY_IDS and rest == "delete") or (
            resource in BY_PATH and re.fullmatch(r"\{\w+\}/delete", rest) is not None
        )
        if path.endswith("/delete") and (list(operations) != ["post"] or not is_named):
            found.append(path)
        is_posted = re.fullmatch(r"\{\w+\}", rest) is not None and resource in (*BY_IDS, *BY_PATH)
        if "delete" in operations and path not in SINGLE and (is_posted or not path.endswith("}")):
            found.append(f"DELETE {path}")
        if resource in BY_IDS and rest == "delete" and not takes_ids(operations["post"]):
            found.append(f"{path} without ids")
    return found


def takes_ids(operation: dict[str, Any]) -> bool:
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return "ids" in DOCUMENT["components"]["schemas"][reference]["properties"]


def test_a_delete_is_a_post_with_ids_where_the_specification_names_it_and_else_has_the_id_in_its_path() -> None:
    assert breaches(DOCUMENT["paths"]) == []
    assert "post" in DOCUMENT["paths"]["/api/contacts/delete"]
    assert "delete" in DOCUMENT["paths"]["/api/senders/{sender_id}"]


def test_the_rule_sees_what_breaks_it() -> None:
    ids = DOCUMENT["paths"]["/api/contacts/delete"]["post"]
    other = DOCUMENT["paths"]["/api/senders"]["post"]

    assert breaches({"/api/senders/delete": {"post": ids}}) == ["/api/senders/delete"]
    assert breaches({"/api/pages/{page_id}": {"delete": {}}}) == ["DELETE /api/pages/{page_id}"]
    assert breaches({"/api/pages/{page_id}/rows/{row_id}": {"delete": {}}}) == []
    assert breaches({"/api/senders": {"delete": {}}}) == ["DELETE /api/senders"]
    assert breaches({"/api/forms/delete": {"post": other}}) == ["/api/forms/delete without ids"]
