"""Sink rules with every behaviour of a relay, each for a small share of the recipients."""

# A sender's default number of connections.
CONNECTIONS = 10
# Shares of the recipients, at most once for each. Broken connections affect less than `BROKEN` in total.
RARE, SOME, BROKEN = 0.001, 0.01, 0.02
_AGAIN = {"times": 1}


def rules(recipients: int, *, seconds: float, senders: int = 1) -> list[dict[str, object]]:
    """The sink's rules, with a pace at which a campaign of this size takes at least this many seconds."""
    return [
        {"share": 2 * SOME, "at": "rcpt", "answer": "550 5.1.1 No such user"},
        {"share": SOME, "at": "rcpt", "answer": "550 5.1.1 No such user", "go_on": True},
        {"share": SOME, "at": "rcpt", "answer": "451 4.7.1 Greylisted", **_AGAIN},
        {"share": RARE, "at": "rcpt", "answer": "421 4.3.2 Going", **_AGAIN},
        {"share": SOME, "at": "rcpt", "answer": "250 2.1.5 Ok", "split": True},
        {"share": RARE, "at": "data", "reset": "before", **_AGAIN},
        {"share": RARE, "at": "data", "reset": "inside", **_AGAIN},
        {"share": RARE, "at": "data", "answer": "421 4.3.2 Going", **_AGAIN},
        {"share": SOME, "at": "data", "split": True},
        {"share": RARE, "at": "data", "delay": 2, **_AGAIN},
        {"share": RARE, "at": "dot", "reset": "after", **_AGAIN},
        {"share": SOME, "at": "dot", "answer": "451 4.3.0 Later", **_AGAIN},
        {"share": SOME, "at": "dot", "answer": "552 5.2.2 Full"},
        {"share": SOME, "at": "dot", "answer": "554 5.7.1 Blocked"},
        {"share": RARE, "at": "dot", "answer": "421 4.3.2 Going", **_AGAIN},
        {"share": RARE, "at": "dot", "delay": 4},
        {"share": SOME, "at": "dot", "split": True},
        {"at": "dot", "delay": seconds * CONNECTIONS * senders / recipients},
    ]


def max_broken(recipients: int) -> int:
    """The maximum of unconfirmed deliveries that the sink causes: resets during a body."""
    return round(recipients * BROKEN)
