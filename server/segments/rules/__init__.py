"""The rules of segments: a tree of groups over conditions, as requests have it and as it is stored.

A kind of condition is a `RuleKind` in the registry of `kinds.py`: its wire schema, its check, and its evaluation twice,
over the columns of a whole team and for one contact. Each kind is a module here. An upper app registers a kind of its
own in its contributions. Only the groups of `tree.py` are fixed.

The wire schema of the whole tree contains the schemas of all kinds. It is built when it is first used, which must be
after all apps have contributed.
"""
