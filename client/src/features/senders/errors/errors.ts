import { type ErrorArea, entry } from "@/lib/catalogue/entry";

export const sendersErrors: ErrorArea = {
  rows: [
    entry("senderUsageExceeded", "notify", { dataTexts: ["sender limit exceeded"], offer: "upgrade" }),
    entry("spfSingle", "notify", { dataTexts: ["spf single"] }),
    entry("spfDouble", "notify", { dataTexts: ["spf double"] }),
    entry("spfNone", "notify", { dataTexts: ["spf none"] }),
    entry("domainNotYetValidated", "notify", { dataTexts: ["domain not yet validated"] }),
    entry("senderFreeDomain", "field", { dataTexts: ["sender free domain"] }),
    entry("senderOtherDomain", "field", { dataTexts: ["sender other domain"] }),
    entry("senderDomainExists", "field"),
    entry("senderDomainUnsupported", "field", { numbers: [43] }),
    entry("senderDomainMisconfigured", "notify", { numbers: [44] }),
    entry("domainNotAvailable", "notify"),
    entry("registrarUnavailable", "notify"),
    entry("senderExists", "field"),
    entry("senderNotValidated", "field"),
    entry("senderAlreadyValidated"),
  ],
  limits: {
    "emailSender/sender": "senderUsageExceeded",
  },
};
