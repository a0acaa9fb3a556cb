"""Segment rules: a tree of groups and conditions, in the same format for requests and storage.

A kind of condition is a `RuleKind` in the registry of `kinds.py`. It has a schema, a check and two evaluators: one
over the columns of a whole team, and one for a single contact. Each kind is a module here. Other apps register their
kinds in their contributions. Only the groups of `tree.py` are fixed.

The schema of the whole tree contains the schemas of all kinds. It is built on first use, after all apps have
contributed.
"""
