"""Rate limits: how many actions are allowed in a period.

| module | counts in | period | for |
|---|---|---|---|
| `counters` | Redis | each minute, hour or day of the clock | calls and bytes, by network, key or team |
| `row_limits` | PostgreSQL | the time before now | actions that are rows of their own |
| `core/attempts.py` | PostgreSQL | since the last attempt, with waits | guesses; emails that anyone can request |
| `process_counters` | one process | from the first action on | requests cheaper than a round trip |
| `token_buckets` | one process | a steady rate with bursts | packets of sockets |

`counters` reject nothing without Redis; the others are exact. An app with its own policy, such as several limits with a
cause each, builds it from these.
"""
