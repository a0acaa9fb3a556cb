import type { ApiFailure } from "@/lib/api/failure";
import { type ErrorArea, entry } from "@/lib/catalogue/entry";

const ROWS = [
  entry("submissionExpired"),
  entry("slugTaken", "field", { dataTexts: ["slug taken"] }),
  entry("urlExists", "field", { dataTexts: ["url exists"] }),
  entry("filenameExists", "field", { numbers: [122] }),
  entry("storageUsageExceeded", "notify", { dataTexts: ["storage limit exceeded"], offer: "upgrade" }),
  entry("publishExceeded", "notify", { dataTexts: ["publish limit exceed"], offer: "upgrade" }),
  entry("noDowngrade", "notify", { messages: ["downgrade not allowed"] }),
  entry("pictureNotChosen", "field"),
  entry("imageRatioWrong", "field", { numbers: [139] }),
  entry("failedParsingContent", "notify", { messages: ["failed to parse web data"] }),
  entry("scenarioNorReady", "notify", { dataTexts: ["scenario not ready"] }),
  entry("scenarioRunning", "notify", { dataTexts: ["scenario running"] }),
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
  entry("billingAlreadyPaid", "notify", { dataTexts: ["billing already paid"] }),
  entry("paymentMethodEmpty", "field", { dataTexts: ["payment method empty"] }),
  entry("promoUsed", "field", { dataTexts: ["promo used"] }),
  entry("promoCodeNotFound", "field", { dataTexts: ["promo not found"] }),
  entry("promoCodeExpired", "field", { dataTexts: ["promo expired"] }),
  entry("teamMemberAlreadyExist", "field", { dataTexts: ["member already exists"] }),
  entry("teamMemberReachedLimit", "notify", { dataTexts: ["member limit reached"], offer: "upgrade" }),
  entry("memberNotModifiable"),
  entry("ticketClosed", "notify", { numbers: [42] }),
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
];

/** Social account codes reduced to letters and digits, so that "already taken" and "alreadyTaken" match. */
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

function findSocialCode({ payload: { cause } }: ApiFailure): string | undefined {
  return typeof cause === "string" ? SOCIAL_CODES[cause.toLowerCase().replace(/[^a-z0-9]/g, "")] : undefined;
}

/** Errors of the specification in areas that have no screens yet. */
export const reservedErrors: ErrorArea = {
  rows: ROWS,
  refinements: {
    alreadyTaken: findSocialCode,
    badPassword: findSocialCode,
    challengeRequired: findSocialCode,
    tryAgain: findSocialCode,
  },
  limits: {
    "fileManager/storage": "storageUsageExceeded",
    "interactiveForm/formPublish": "publishExceeded",
    "landingPage/landingPublish": "publishExceeded",
    "team/member": "teamMemberReachedLimit",
  },
};
