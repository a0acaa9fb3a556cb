import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const campaignsErrors: ErrorArea = {
  rows: [
    entry("unsubscribeMissing"),
    entry("warningsNotSeen"),
    entry("winnerMissing"),
    entry("sendLimitExceeded", "notify", { dataTexts: ["email sent limit exceeded"] }),
    entry("recipientLabelNotFound", "field", { dataTexts: ["recipient label not found"] }),
    entry("recipientLabelEmpty", "field", { dataTexts: ["recipient label empty"] }),
    entry("emptyRecipient", "field", { dataTexts: ["empty recipient"] }),
    entry("schedulePastExpiry", "field", { dataTexts: ["schedule past expiry"] }),
    entry("invalidTag", "field", { dataTexts: ["invalid tag"] }),
    entry("documentTooLarge", "field"),
    entry("documentNotCompiled", "field"),
    entry("headerUnsafe", "field"),
    entry("senderNotChosen", "field"),
    entry("winnerZero", "field", { dataTexts: ["winner 0%"] }),
    entry("lessThanTenContacts", "field", { dataTexts: ["fewer than 10 contacts"] }),
  ],
  limits: {
    "emailMarketing/emailSent": "sendLimitExceeded",
  },
};
