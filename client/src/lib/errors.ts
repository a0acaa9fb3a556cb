import type { ApiFailure } from "./api/failure";

/**
 * What the interface does about an error.
 * `logout` ends the session and goes to /login with the way back; `sessionEnded`, `multipleLogin` and `denied` open their
 * dialogs; `exportNotice` tells that the result will be delivered; `field` belongs at a form field; `silent` shows nothing.
 */
export type Reaction =
  | "logout"
  | "sessionEnded"
  | "multipleLogin"
  | "denied"
  | "exportNotice"
  | "silent"
  | "field"
  | "notify";

export interface CatalogueEntry {
  readonly code: string;
  readonly reaction: Reaction;
  readonly numbers?: readonly number[];
  /** Server messages, compared in lower case. */
  readonly messages?: readonly string[];
  /** Texts of answers that are not our JSON, compared in lower case. */
  readonly dataTexts?: readonly string[];
  readonly statuses?: readonly number[];
}

type Sources = Omit<CatalogueEntry, "code" | "reaction">;

function entry(code: string, reaction: Reaction = "notify", sources: Sources = {}): CatalogueEntry {
  return { code, reaction, ...sources };
}

/** One row per error: how it is recognised and what follows. Its sentence is the text `errors.<code>`. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  // Session
  entry("tokenException", "logout"),
  entry("loggedOut", "logout"),
  entry("sessionExpired", "logout", { messages: ["access token missing"], dataTexts: ["expired token"] }),
  entry("sessionEnded", "logout", { numbers: [32] }),
  entry("reloginNeeded", "notify", { numbers: [34] }),
  entry("forceOutException", "sessionEnded"),
  entry("signInConfirmException", "multipleLogin"),
  entry("signInConfirmMode1Exception", "denied"),
  entry("loginException", "field", { statuses: [401] }),
  entry("credentialsWrong", "field", { numbers: [31] }),
  entry("tooManyRequests", "field", { statuses: [429] }),
  entry("otpInvalid", "field"),
  entry("otpExpired", "field"),
  entry("otpTooSoon", "field"),
  entry("userSuspended", "notify", { messages: ["user suspended"] }),
  entry("userLocked"),
  entry("userExpired", "notify", { dataTexts: ["account expired"] }),
  entry("submissionExpired"),
  entry("needValidateEmail", "notify", { numbers: [53], dataTexts: ["user not validated"] }),
  entry("tokenExpired", "notify", { dataTexts: ["token expired"] }),
  entry("resetInvalidToken", "field"),
  entry("noTeam", "field"),
  entry("roleInvalid", "notify", { numbers: [33] }),
  entry("notAuthorized", "notify", { statuses: [403] }),

  // Results that come later, and what is not worth a word
  entry("accepted", "exportNotice", { statuses: [202] }),
  entry("requestAccepted", "exportNotice"),
  entry("verifyException", "silent"),
  entry("statsTimeout", "silent", { messages: ["stats timeout"] }),
  entry("countTimeout", "silent", { messages: ["count timeout"] }),
  entry("fetchTimeout", "silent", { messages: ["fetch timeout"] }),
  entry("badRequest", "silent", { statuses: [400] }),

  // Connection
  entry("offline"),
  entry("resourceUnavailable", "notify", { messages: ["failed to fetch"] }),
  entry("badGateway", "notify", { statuses: [404, 502] }),
  entry("serverException", "notify", { statuses: [500, 503] }),

  // Forms
  entry("invalidForm", "field"),
  entry("requiredFieldsNotSet", "field", { numbers: [124] }),
  entry("invalidField", "field"),
  entry("invalidData", "field", { numbers: [123] }),
  entry("captchaInvalid", "field", { numbers: [414] }),
  entry("captchaRequired", "field"),
  entry("emailRegistered", "field", { numbers: [121, 126], statuses: [405] }),
  entry("passwordInvalid", "field", { numbers: [125] }),
  entry("currentPasswordWrong", "field", { numbers: [550], dataTexts: ["password invalid"] }),
  entry("emailFieldNotFound", "field", { numbers: [50] }),
  entry("slugTaken", "field", { dataTexts: ["slug taken"] }),
  entry("urlExists", "field", { dataTexts: ["url exists"] }),
  entry("labelEmpty", "field", { dataTexts: ["label empty"] }),
  entry("contactTagUsed", "field", { numbers: [127] }),
  entry("filenameExists", "field", { numbers: [122] }),
  entry("contactExists", "field"),
  entry("customFieldExists", "field"),

  // Whole things
  entry("noEntity", "notify", { statuses: [412, 422] }),
  entry("gone", "notify", { statuses: [410] }),
  entry("modificationNotAllowed", "notify", { numbers: [51] }),
  entry("actionNotAllowed"),
  entry("inUse"),
  entry("methodNotAllowed"),
  entry("idempotencyKeyReused"),
  entry("inProgressException"),
  entry("waitDownloadReport", "notify", { dataTexts: ["wait for report or export"] }),

  // Plan and quota
  entry("overQuota"),
  entry("quotaLimit"),
  entry("quotaLimitExceeded", "notify", { messages: ["quota limit exceeded"] }),
  entry("quotaLimitHit", "notify", { numbers: [52] }),
  entry("storageUsageExceeded", "notify", { dataTexts: ["storage limit exceeded"] }),
  entry("senderUsageExceeded", "notify", { dataTexts: ["sender limit exceeded"] }),
  entry("publishExceeded", "notify", { dataTexts: ["publish limit exceed"] }),
  entry("sendLimitExceeded", "notify", { dataTexts: ["email sent limit exceeded"] }),
  entry("contactLimitExceeded", "notify", { dataTexts: ["contact limit exceeded"] }),
  entry("noDowngrade", "notify", { messages: ["downgrade not allowed"] }),
  entry("featureDisabled"),

  // Import
  entry("importFormatError", "field", { dataTexts: ["import format error"] }),
  entry("importHeaderError", "field", { dataTexts: ["import header error"] }),
  entry("importDataError", "field", { dataTexts: ["import data error"] }),
  entry("importDelimiterError", "field", { dataTexts: ["import delimiter error"] }),
  entry("importSizeError", "field", { dataTexts: ["import size error"], statuses: [413] }),
  entry("importEncodingError", "field", { dataTexts: ["import encoding error"] }),
  entry("importNotValid", "field", { numbers: [501, 503] }),
  entry("importNoHeader", "field", { numbers: [502] }),
  entry("importRowCountError", "field"),
  entry("importMappingError", "field"),
  entry("importConsentMissing", "field"),
  entry("importEmpty", "field", { numbers: [129] }),
  entry("lastImportNotFinished", "notify", { dataTexts: ["last import not finished"] }),
  entry("invalidExcelFile", "field", { dataTexts: ["invalid excel file"] }),
  entry("fileError", "field", { numbers: [128] }),
  entry("imageRatioWrong", "field", { numbers: [139] }),
  entry("failedParsingContent", "notify", { messages: ["failed to parse web data"] }),

  // Senders and domains
  entry("spfSingle", "notify", { dataTexts: ["spf single"] }),
  entry("spfDouble", "notify", { dataTexts: ["spf double"] }),
  entry("spfNone", "notify", { dataTexts: ["spf none"] }),
  entry("domainNotYetValidated", "notify", { dataTexts: ["domain not yet validated"] }),
  entry("trxDomainNotVerified", "notify", { dataTexts: ["trx domain not verified"] }),
  entry("senderFreeDomain", "field", { dataTexts: ["sender free domain"] }),
  entry("senderOtherDomain", "field", { dataTexts: ["sender other domain"] }),
  entry("senderDomainUnsupported", "field", { numbers: [43] }),
  entry("senderDomainMisconfigured", "notify", { numbers: [44] }),

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
  entry("teamMemberReachedLimit", "notify", { dataTexts: ["member limit reached"] }),
  entry("ticketClosed", "notify", { numbers: [42] }),

  // Social accounts (ERR-86: with no cause the number decides)
  entry("accountInUse", "notify", { numbers: [130] }),
  entry("tryAgain", "notify", { numbers: [131] }),
  entry("badPassword", "field", { numbers: [132] }),
  entry("accountRegistered", "notify", { numbers: [133] }),
  entry("checkAppAndConfirm", "notify", { numbers: [134] }),
  entry("alreadyTaken", "notify", { numbers: [135] }),
  entry("challengeRequired", "notify", { numbers: [138] }),
];

/** An error as the interface handles it: which sentence, with which words in it, and what to do. */
export interface Resolved {
  readonly code: string;
  readonly reaction: Reaction;
  readonly textKey: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The server's own words, shown when no sentence of ours fits. */
  readonly ownMessage: string | undefined;
}

const UNKNOWN: CatalogueEntry = entry("noMessage");

function indexBy<K>(keysOf: (row: CatalogueEntry) => readonly K[]): ReadonlyMap<K, CatalogueEntry> {
  return new Map(CATALOGUE.flatMap((row) => keysOf(row).map((key) => [key, row] as const)));
}

const BY_CODE = indexBy((row) => [row.code]);
const BY_NUMBER = indexBy((row) => row.numbers ?? []);
const BY_MESSAGE = indexBy((row) => row.messages ?? []);
const BY_DATA_TEXT = indexBy((row) => row.dataTexts ?? []);
const BY_STATUS = indexBy((row) => row.statuses ?? []);

function find(failure: ApiFailure): CatalogueEntry {
  const text = (failure.dataText ?? failure.message).trim().toLowerCase();
  const byCode = failure.code === undefined ? undefined : BY_CODE.get(failure.code);
  const byNumber = failure.number === undefined ? undefined : BY_NUMBER.get(failure.number);
  // A status speaks only for answers without a code of ours, such as the 502 of a proxy (ERR-10).
  const byStatus = failure.code === undefined ? BY_STATUS.get(failure.status) : undefined;
  return (
    byCode ?? byNumber ?? BY_MESSAGE.get(failure.message.toLowerCase()) ?? BY_DATA_TEXT.get(text) ?? byStatus ?? UNKNOWN
  );
}

/** Recognised by string code, then number, message, data text and HTTP status, in that order (ERR-10). */
export function resolveFailure(failure: ApiFailure): Resolved {
  const row = find(failure);
  // verifyException is silent where something is written, and speaks where something is read (ERR-124).
  const reaction = row.code === "verifyException" && failure.method !== "POST" ? "notify" : row.reaction;
  return {
    code: row.code,
    reaction,
    textKey: `errors.${row.code}`,
    params: failure.payload,
    ownMessage: failure.message || undefined,
  };
}
