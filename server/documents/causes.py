"""Causes of invalid fields of documents and comments."""

from server.core.causes import define

NODE_ID_REQUIRED = define("nodeIdRequired", "Enter the ID of a node.")
MENTION_NOT_A_MEMBER = define("mentionNotAMember", "Mention only members of the team.")
