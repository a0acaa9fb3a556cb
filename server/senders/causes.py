"""Causes of validation errors of senders and their domains."""

from server.core.causes import define

SENDER_NAME_REQUIRED = define("senderNameRequired", "Enter the name that recipients see.")
SENDER_NAME_CHARACTERS = define(
    "senderNameCharacters", "The name must not contain line breaks, control characters or “=?”."
)
NOT_DOMAIN = define("notDomain", "Enter a domain such as {example}.")
NOT_DOMAIN_LABEL = define("notDomainLabel", "Enter one word of letters, digits and hyphens.")
LABEL_USED_FOR_BOUNCES = define("labelUsedForBounces", "Enter another word. This one is already used for bounces.")
ENDING_NOT_SOLD = define("endingNotSold", "Choose one of these domain endings: {choices}.")
YEARS_OUT_OF_RANGE = define("yearsOutOfRange", "Choose 1 to {max} years.")
