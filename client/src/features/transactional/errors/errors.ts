import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const transactionalErrors: ErrorArea = {
  rows: [
    entry("trxDomainNotVerified", "notify", { dataTexts: ["trx domain not verified"] }),
    entry("keyUnknown"),
    entry("scopeMissing"),
    entry("keyBound"),
    entry("boundKeyManages", "field"),
    entry("subaccountInactive"),
    entry("subaccountLimitReached"),
    entry("fromNotAllowed", "field"),
    entry("messageTooLarge", "field"),
    entry("serverFull"),
    entry("tooManyRecipients", "field"),
    entry("recipientInvalid", "field"),
    entry("contentInvalid", "field"),
    entry("templateNotUsable", "field"),
    entry("bodyGone"),
    entry("trxSearchInvalid", "field"),
    entry("webhookLimitReached", "notify"),
    entry("webhookIsOff", "notify"),
    entry("webhookBusy", "notify"),
    entry("webhookNothingToReplay", "notify"),
  ],
};
