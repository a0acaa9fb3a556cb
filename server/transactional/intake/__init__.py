"""How messages get in: submissions over SMTP and HTTP are validated, checked and stored here.

    SubmissionRequest  (requests.py)           what a caller asks: by which key, and how its message is parsed
    Submission         (submissions.py)        the parsed message; validate.py makes it valid
    Context            (context.py)            one submission during its checks (check.py, checks/)
    AcceptedMessage    (accepted_messages.py)  what passed, as store.py writes it (rows.py)

`acceptance.py` does all of it, for one message, for a batch, and for requests that arrive at the same moment. Modules
here use the services of keys, limits, templates and events; services of accepted messages use these modules.
"""
