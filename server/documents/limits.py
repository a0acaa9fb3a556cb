"""Limits of documents. Anything above them is rejected."""

from typing import Final

MAX_UPDATE_BYTES: Final = 256 * 1024
MAX_DOCUMENT_BYTES: Final = 2 * 1024 * 1024
MAX_NODES: Final = 2_000
MAX_TEXT_LENGTH: Final = 100_000
# Shared types inside each other, which both languages read by recursion. A word in a list in a quote takes eight.
MAX_TYPE_DEPTH: Final = 40
# Upper bound of the estimated depth, above which the document is measured. Reading can recurse twice as deep.
MAX_ESTIMATED_TYPE_DEPTH: Final = 200
# Plain values inside each other, within one setting.
MAX_VALUE_DEPTH: Final = 16
# Of one update: a browser's tabs, and an author for each settings group that they created (collab/groups.ts). One
# command can create a group with one inside it in each of `MAX_NODES` nodes.
MAX_UPDATE_CLIENTS: Final = 2 * MAX_NODES + 96
MAX_UPDATE_STRUCTS: Final = 30_000
# A client sends a state vector when it joins. A browser tab takes about seven bytes, the author of a settings group
# about ten, so 13,000 of them fit. An update that would give the document a longer one is rejected.
MAX_STATE_VECTOR_BYTES: Final = 128 * 1024
MAX_KEY_LENGTH: Final = 256
# Commands in one change by the server, which run while the document is locked.
MAX_DRAFT_COMMANDS: Final = 200
MAX_ROOT_NAME_LENGTH: Final = 60
# A name, a colour and two positions take about a hundred bytes, sent to everyone in the document.
MAX_AWARENESS_BYTES: Final = 4 * 1024

# Lengths of columns of versions and comments.
MAX_VERSION_NAME_LENGTH: Final = 120
MAX_NODE_ID_LENGTH: Final = 64
MAX_COMMENT_LENGTH: Final = 4_000
