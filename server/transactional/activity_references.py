"""What the activity feed can say about transactional email. None of it is in the specification."""

from server.activity.references import CHANGES, Reference

AREA = "transactional"

REFERENCES = (
    Reference("webhook", 150, (*CHANGES, "ACTIVATE"), AREA),
    Reference("subaccount", 160, CHANGES, AREA),
    Reference("transactional-template", 170, (*CHANGES, "ACTIVATE"), AREA),
    Reference("transactional-label", 180, CHANGES, AREA),
    Reference("transactional-setting", 190, ("UPDATED",), AREA),
    Reference("api-key", 200, CHANGES, AREA),
    Reference("transactional-domain", 210, ("CREATED", "DELETED"), AREA),
    # Reading the content of a message is an entry too.
    Reference("transactional-message", 220, ("VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED"), AREA),
)
