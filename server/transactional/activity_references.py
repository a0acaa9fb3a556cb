"""Activity entries about transactional email. None of them is in the specification."""

from server.activity.references import CHANGES, Reference

AREA = "transactional"

REFERENCES = (
    Reference("webhook", (*CHANGES, "ACTIVATE"), AREA),
    Reference("subaccount", CHANGES, AREA),
    Reference("transactional-template", (*CHANGES, "ACTIVATE"), AREA),
    Reference("transactional-label", CHANGES, AREA),
    Reference("transactional-setting", ("UPDATED",), AREA),
    Reference("api-key", CHANGES, AREA),
    Reference("transactional-domain", ("CREATED", "DELETED"), AREA),
    # Reading the content of a message is an entry too.
    Reference("transactional-message", ("VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED", "EXPORT"), AREA),
)
