"""Exports the contracts that the client's types come from: API, events, rooms, errors, causes, component kinds."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.module_loading import autodiscover_modules

from server import asyncapi, editors, error_graph, reserved_errors
from server.api import api
from server.core import causes, events, rooms
from server.trx_api import api as trx_api


def build_contracts() -> dict[str, str]:
    """File name -> content, byte-identical for the same code."""
    autodiscover_modules("causes", "errors", "events")
    return {
        "openapi.json": _to_json(api.get_openapi_schema(path_prefix="/api/")),
        "trx-openapi.json": _to_json(trx_api.get_openapi_schema(path_prefix="/trx-api/")),
        "events.json": _to_json(
            {
                name: {"delivery": event.delivery, "schema": event.model_json_schema(mode="serialization")}
                for name, event in events.list_classes().items()
                # Tests that ran earlier in this process might have defined events.
                if event.__module__.startswith("server.")
            }
        ),
        "rooms.json": _to_json(rooms.list_kinds()),
        "asyncapi.json": _to_json(asyncapi.build_document()),
        "errors.json": _to_json(reserved_errors.build_catalogue()),
        # Code -> the parameters of its sentence.
        "causes.json": _to_json({code: sorted(cause.params) for code, cause in causes.get_catalogue().items()}),
        "documents.json": _to_json(editors.build_contract(), sort_keys=False),
    }


def _to_json(value: Any, *, sort_keys: bool = True) -> str:
    return json.dumps(value, indent=1, sort_keys=sort_keys, ensure_ascii=False) + "\n"


class Command(BaseCommand):
    help = "Writes client/src/generated/*.json from the server's schemas."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.ROOT / "client" / "src" / "generated")

    def handle(self, *_args: Any, **options: Any) -> None:
        # Before the rest: the API documents read this file.
        error_graph.OPERATION_ERRORS_FILE.write_text(error_graph.build_content(api, trx_api))
        folder: Path = options["to"]
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in build_contracts().items():
            (folder / name).write_text(content)
            self.stdout.write(f"{folder / name}")
