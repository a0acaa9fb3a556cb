"""The documents name only files and folders that exist."""

import re
import subprocess
from pathlib import Path

import pytest

from bin.local import paths

DOCUMENTS = sorted(
    str(path.relative_to(paths.ROOT)) for path in (*paths.ROOT.glob("*.md"), *(paths.ROOT / "docs").rglob("*.md"))
)
# In backticks: a file, of which the document may name only the end of the path, or a folder.
FILE = re.compile(r"`([\w./-]+\.(?:py|tsx?|sql|css|json|md))`")
FOLDER = re.compile(r"`((?:server|client|realtime|tests|bench|bin|tasks)/[\w./-]*)`")
# Made by a run, or an example.
OTHERS = re.compile(r"\.local/.*|client/node_modules|name\.test\.ts")


@pytest.fixture(scope="module")
def tracked() -> list[str]:
    listed = subprocess.run(("git", "ls-files"), cwd=paths.ROOT, capture_output=True, text=True, check=True)
    return ["/" + name for name in listed.stdout.splitlines()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_names_existing_files(document: str, tracked: list[str]) -> None:
    text = Path(paths.ROOT, document).read_text()
    files = {name for name in FILE.findall(text) if not OTHERS.fullmatch(name)}
    folders = {name.rstrip("/") for name in FOLDER.findall(text)} - files
    missing = {name for name in files if not any(path.endswith("/" + name) for path in tracked)}
    for name in folders:
        if not OTHERS.fullmatch(name) and not any(f"/{name}/" in path or path.endswith(f"/{name}") for path in tracked):
            missing.add(name)

    assert missing == set()
