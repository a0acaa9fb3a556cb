"""Validates, checks and stores messages submitted over SMTP and HTTP.

    SubmissionRequest  (requests.py)           a caller's request: its key, and how to parse its message
    Submission         (submissions.py)        the parsed message; validate.py makes it valid
    Context            (context.py)            one submission during its checks (check.py, checks/)
    AcceptedMessage    (accepted_messages.py)  a message that passed, as store.py writes it (rows.py)

`acceptance.py` runs all of it, for one message, for a batch, and for requests that arrive at the same moment. Modules
here use the services of keys, limits, templates and events; services of accepted messages use these modules.
"""
