import type { ApiFailure } from "../api/failure";
import { type CatalogueEntry, entry, type Refinement } from "./entry";

/** Errors that come after sign-in only: loaded with the first of them, or with the shell. */
export const LATER: readonly CatalogueEntry[] = [
  // Session
  entry("userExpired", "notify", { dataTexts: ["account expired"], offer: "upgrade" }),
  entry("submissionExpired"),
  entry("roleInvalid", "notify", { numbers: [33] }),

  // Results that come later, and what is not worth a word
  entry("accepted", "exportNotice", { statuses: [202] }),
  entry("requestAccepted", "exportNotice"),
  entry("statsTimeout", "silent", { messages: ["stats timeout"] }),
  entry("countTimeout", "silent", { messages: ["count timeout"] }),
  entry("fetchTimeout", "silent", { messages: ["fetch timeout"] }),

  // Forms
  entry("currentPasswordWrong", "field", { numbers: [550], dataTexts: ["password invalid"] }),
  entry("emailFieldNotFound", "field", { numbers: [50] }),
  entry("slugTaken", "field", { dataTexts: ["slug taken"] }),
  entry("urlExists", "field", { dataTexts: ["url exists"] }),
  entry("labelEmpty", "field", { dataTexts: ["label empty"] }),
  entry("contactTagUsed", "field", { numbers: [127] }),
  entry("filenameExists", "field", { numbers: [122] }),
  entry("contactExists", "field"),
  entry("customFieldExists", "field"),
  entry("contactTesterExists", "field"),
  entry("contactViewExists", "field"),
  entry("topicExists", "field"),
  entry("complaintStays"),
  entry("sendingPaused"),
  entry("unsubscribeMissing"),
  entry("warningsNotSeen"),
  entry("editConflict", "silent"),
  entry("winnerMissing"),
  entry("customFieldBusy"),
  entry("tooManyUnfinished"),
  entry("segmentExists", "field"),
  entry("segmentCircle", "field"),
  entry("updateMalformed"),
  entry("documentFull"),
  entry("documentLocked"),
  entry("tooManyComments"),
  entry("tooManyVersions"),

  // Whole things
  entry("gone", "notify", { statuses: [410] }),
  entry("modificationNotAllowed", "notify", { numbers: [51] }),
  entry("actionNotAllowed"),
  entry("secondFactorMissing", "notify", { remedy: { to: "/account/security", label: "ui.openSecurity" } }),
  entry("ownAccess"),
  entry("lastOperator"),
  entry("operatorNotValidated"),
  entry("poolNameTaken", "field"),
  entry("relayAddressTaken", "field"),
  entry("poolInUse", "field"),
  entry("nameTaken", "field"),
  entry("inUse"),
  entry("waitDownloadReport", "notify", { dataTexts: ["wait for report or export"] }),

  // Plan and quota
  entry("overQuota", "notify", { offer: "upgrade" }),
  entry("quotaLimit", "notify", { offer: "upgrade" }),
  entry("quotaLimitExceeded", "notify", { messages: ["quota limit exceeded"], offer: "upgrade" }),
  entry("quotaLimitHit", "notify", { numbers: [52], offer: "upgrade" }),
  entry("storageUsageExceeded", "notify", { dataTexts: ["storage limit exceeded"], offer: "upgrade" }),
  entry("senderUsageExceeded", "notify", { dataTexts: ["sender limit exceeded"], offer: "upgrade" }),
  entry("publishExceeded", "notify", { dataTexts: ["publish limit exceed"], offer: "upgrade" }),
  entry("sendLimitExceeded", "notify", { dataTexts: ["email sent limit exceeded"] }),
  entry("contactLimitExceeded", "notify", { dataTexts: ["contact limit exceeded"], offer: "upgrade" }),
  entry("noDowngrade", "notify", { messages: ["downgrade not allowed"] }),
  entry("featureDisabled", "notify", { offer: "upgrade" }),

  // Import
  entry("importFormatError", "field", { dataTexts: ["import format error"] }),
  entry("importHeaderError", "field", { dataTexts: ["import header error"] }),
  entry("importDataError", "field", { dataTexts: ["import data error"] }),
  entry("importDelimiterError", "field", { dataTexts: ["import delimiter error"] }),
  entry("importSizeError", "field", { dataTexts: ["import size error"], statuses: [413] }),
  entry("importEncodingError", "field", { dataTexts: ["import encoding error"] }),
  // What it is stands in its message (ERR-132).
  entry("importException", "field"),
  entry("importNotValid", "field", { numbers: [501, 503] }),
  entry("importNoHeader", "field", { numbers: [502] }),
  entry("importRowCountError", "field"),
  entry("importMappingError", "field"),
  entry("importMappingExists", "field"),
  entry("importUndoLate", "notify"),
  entry("deletionUndoLate", "notify"),
  entry("importConsentMissing", "field"),
  entry("importEmpty", "field", { numbers: [129] }),
  entry("lastImportNotFinished", "notify", { dataTexts: ["last import not finished"] }),
  entry("invalidExcelFile", "field", { dataTexts: ["invalid excel file"] }),
  entry("fileError", "field", { numbers: [128] }),
  entry("pictureNotChosen", "field"),
  entry("imageRatioWrong", "field", { numbers: [139] }),
  entry("failedParsingContent", "notify", { messages: ["failed to parse web data"] }),

  // Senders and domains
  entry("spfSingle", "notify", { dataTexts: ["spf single"] }),
  entry("spfDouble", "notify", { dataTexts: ["spf double"] }),
  entry("spfNone", "notify", { dataTexts: ["spf none"] }),
  entry("domainNotYetValidated", "notify", { dataTexts: ["domain not yet validated"] }),
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
  entry("storageFull", "notify"),
  entry("importBusy", "notify"),
  entry("tooManyRecipients", "field"),
  entry("recipientInvalid", "field"),
  entry("contentInvalid", "field"),
  entry("templateNotUsable", "field"),
  entry("bodyGone"),
  entry("trxSearchInvalid", "field"),
  entry("senderFreeDomain", "field", { dataTexts: ["sender free domain"] }),
  entry("senderOtherDomain", "field", { dataTexts: ["sender other domain"] }),
  entry("senderDomainExists", "field"),
  entry("senderDomainUnsupported", "field", { numbers: [43] }),
  entry("senderDomainMisconfigured", "notify", { numbers: [44] }),
  entry("domainNotAvailable", "notify"),
  entry("registrarUnavailable", "notify"),

  // Webhooks of transactional mail
  entry("webhookLimitReached", "notify"),
  entry("webhookIsOff", "notify"),
  entry("webhookBusy", "notify"),
  entry("webhookNothingToReplay", "notify"),

  // Campaigns and automation
  entry("recipientLabelNotFound", "field", { dataTexts: ["recipient label not found"] }),
  entry("recipientLabelEmpty", "field", { dataTexts: ["recipient label empty"] }),
  entry("emptyRecipient", "field", { dataTexts: ["empty recipient"] }),
  entry("schedulePastExpiry", "field", { dataTexts: ["schedule past expiry"] }),
  entry("invalidTag", "field", { dataTexts: ["invalid tag"] }),
  entry("documentTooLarge", "field"),
  entry("documentNotCompiled", "field"),
  entry("headerUnsafe", "field"),
  entry("senderExists", "field"),
  entry("senderNotChosen", "field"),
  entry("senderNotValidated", "field"),
  entry("senderAlreadyValidated"),
  entry("reportNotStarted"),
  entry("reportPastRetention"),
  entry("winnerZero", "field", { dataTexts: ["winner 0%"] }),
  entry("lessThanTenContacts", "field", { dataTexts: ["fewer than 10 contacts"] }),
  entry("scenarioNorReady", "notify", { dataTexts: ["scenario not ready"] }),
  entry("scenarioRunning", "notify", { dataTexts: ["scenario running"] }),

  // Pages, forms and check-in
  entry("themeNotChosen", "field"),
  entry("formNotFound", "notify", { dataTexts: ["form not found"] }),
  entry("formStillPublished", "notify", { dataTexts: ["form still published"] }),
  entry("formUsedInAutomation", "notify", { dataTexts: ["form used in automation"] }),
  entry("formUsed", "notify", { numbers: [45] }),
  entry("formPublished", "notify", { numbers: [47] }),
  entry("formsNotPublished", "notify", { numbers: [48] }),
  entry("checkInCompanyMismatch", "notify", { dataTexts: ["check-in company mismatch"] }),
  entry("checkInAlreadyCheckedIn", "notify", { dataTexts: ["check-in already checked in"] }),
  entry("checkInInvalidData", "notify", { dataTexts: ["check-in invalid data"] }),
  entry("checkInNotACheckInForm", "notify", { dataTexts: ["check-in not a check-in form"] }),

  // Billing and teams
  entry("billingAlreadyPaid", "notify", { dataTexts: ["billing already paid"] }),
  entry("paymentMethodEmpty", "field", { dataTexts: ["payment method empty"] }),
  entry("promoUsed", "field", { dataTexts: ["promo used"] }),
  entry("promoCodeNotFound", "field", { dataTexts: ["promo not found"] }),
  entry("promoCodeExpired", "field", { dataTexts: ["promo expired"] }),
  entry("teamMemberAlreadyExist", "field", { dataTexts: ["member already exists"] }),
  entry("teamMemberReachedLimit", "notify", { dataTexts: ["member limit reached"], offer: "upgrade" }),
  entry("memberNotModifiable"),
  entry("ticketClosed", "notify", { numbers: [42] }),

  // Social accounts: the server's cause chooses, else the number (ERR-77 to 89)
  entry("accountInUse", "notify", { numbers: [130] }),
  entry("tryAgain", "notify", { numbers: [131] }),
  entry("badPassword", "field", { numbers: [132] }),
  entry("accountRegistered", "notify", { numbers: [133] }),
  entry("checkAppAndConfirm", "notify", { numbers: [134] }),
  entry("alreadyTaken", "notify", { numbers: [135] }),
  entry("challengeRequired", "notify", { numbers: [138] }),
  entry("securityCode", "field"),
  entry("checkSettings"),
  entry("invalidUser", "field"),
  entry("captionTooLong", "field"),
  entry("credentialUpdateFailed"),

  // What the web server refuses
  entry("requestTimedOut"),
  entry("bodyTooLarge"),
  entry("addressTooLong"),
  entry("headersTooLarge"),
  entry("formUnreadable"),
];

/** Limits with a sentence of their own, by feature and sub-feature of the plan (ERR-15). */
const LIMIT_CODES: Readonly<Record<string, string>> = {
  "contactManagement/contact": "contactLimitExceeded",
  "emailMarketing/emailSent": "sendLimitExceeded",
  "emailSender/sender": "senderUsageExceeded",
  "fileManager/storage": "storageUsageExceeded",
  "interactiveForm/formPublish": "publishExceeded",
  "landingPage/landingPublish": "publishExceeded",
  "team/member": "teamMemberReachedLimit",
};

function limitCode({ payload: { feature, subfeature } }: ApiFailure): string | undefined {
  if (typeof feature !== "string" || typeof subfeature !== "string") return undefined;
  return LIMIT_CODES[`${feature}/${subfeature}`] ?? "overQuota";
}

const IMPORT_CODES: ReadonlyMap<string, string> = new Map(
  LATER.filter(
    ({ code }) => code.startsWith("import") || code === "invalidExcelFile" || code === "lastImportNotFinished",
  ).flatMap(({ code, dataTexts = [] }) => dataTexts.map((text) => [text, code] as const)),
);

function importCode({ message }: ApiFailure): string {
  return IMPORT_CODES.get(message.trim().toLowerCase()) ?? "importNotValid";
}

/** Causes of social accounts as letters and digits only, so that "already taken" and "alreadyTaken" are one. */
const SOCIAL_CODES: Readonly<Record<string, string>> = {
  securitycode: "securityCode",
  alreadytaken: "alreadyTaken",
  checksettings: "checkSettings",
  tryagain: "tryAgain",
  invaliduser: "invalidUser",
  challengerequired: "challengeRequired",
  badpassword: "badPassword",
  captionmax280: "captionTooLong",
  credentialupdatefailed: "credentialUpdateFailed",
};

function socialCode({ payload: { cause } }: ApiFailure): string | undefined {
  return typeof cause === "string" ? SOCIAL_CODES[cause.toLowerCase().replace(/[^a-z0-9]/g, "")] : undefined;
}

export const LATER_REFINEMENTS: Readonly<Record<string, Refinement>> = {
  quotaLimitExceeded: limitCode,
  importException: importCode,
  alreadyTaken: socialCode,
  badPassword: socialCode,
  challengeRequired: socialCode,
  tryAgain: socialCode,
};
