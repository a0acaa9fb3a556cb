"""The kinds of records that use another one."""

import json
from pathlib import Path
from typing import get_args

from server.core.in_use import UseKind

ROOT = Path(__file__).parents[3]


def test_the_client_has_a_text_for_each_kind_of_use() -> None:
    for language in ("en", "id"):
        texts = json.loads((ROOT / f"client/src/lib/catalogue/texts/{language}.json").read_text())
        assert texts["uses"].keys() - {"by"} == set(get_args(UseKind))
