import i18next from "i18next";
import { beforeAll, describe, expect, test } from "vitest";
import { FEATURE_ERRORS } from "@/app/errors/feature-errors";
import { loadCommonTexts } from "@/app/texts";
import serverErrors from "@/generated/errors.json";
import { translate } from "@/lib/i18n/translation";
import { ApiFailure, type ErrorBody } from "./api/failure";
import { LATER_ERRORS } from "./catalogue/later";
import { loadCatalogue } from "./catalogue/load";
import { START_ERRORS } from "./catalogue/start";
import { loadCauses } from "./causes/load";
import { describeFailure, findFieldFailure } from "./describe-failure";
import { resolveFailure } from "./errors";
import { mapFailureToForm } from "./form-failure";
import { changeLanguage, startI18n } from "./i18n/i18n";
import startEnglish from "./texts/en.json";

const CATALOGUE = [START_ERRORS, LATER_ERRORS, ...FEATURE_ERRORS.areas].flatMap(({ rows }) => rows);

interface Sentences {
  readonly errors?: Readonly<Record<string, string>>;
}
const FILES = import.meta.glob<Sentences>(["../**/errors/texts/*.json", "./catalogue/texts/*.json", "./texts/*.json"], {
  import: "default",
  eager: true,
});
const listSentences = (language: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(FILES)
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .flatMap(([, { errors = {} }]) => Object.entries(errors)),
  );
const ENGLISH = listSentences("en");
const INDONESIAN = listSentences("id");
/** Codes that only the client uses: a missing response, a client check, or the text of a third party. */
const CLIENT_ONLY = [
  "captchaRequired",
  "fieldNotAllowed",
  "forcedMessage",
  "invalidField",
  "invalidForm",
  "loggedOut",
  "noMessage",
  "offline",
  "resourceUnavailable",
];

interface Parts extends ErrorBody {
  readonly status?: number;
  readonly dataText?: string;
  readonly method?: string;
  readonly path?: string;
}

function buildFailureOfParts({ status = 400, dataText, method = "GET", path = "", ...body }: Parts): ApiFailure {
  return new ApiFailure({
    ...(Object.keys(body).length > 0 ? { body } : {}),
    ...(dataText === undefined ? {} : { dataText }),
    status,
    method,
    path,
  });
}

function describeParts(parts: Parts): string {
  return describeFailure(buildFailureOfParts(parts), translate);
}

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
  await Promise.all([loadCatalogue(), loadCauses()]);
});

describe("the catalogue of errors", () => {
  test("has the codes of the server, and besides them only what the interface itself says", () => {
    const codes = new Set(CATALOGUE.map(({ code }) => code));
    const ofServer = new Set(serverErrors.map(({ code }) => code));

    expect([...ofServer].filter((code) => !codes.has(code))).toEqual([]);
    expect([...codes].filter((code) => !ofServer.has(code)).sort()).toEqual(CLIENT_ONLY);
  });

  test("knows the number of an error under no other code than the server's", () => {
    // For files, the server has several codes with one number, which only says that the file is invalid.
    const general = new Set([52, 128, 131, 132, 138, 501, 503]);
    const byNumber = new Map(CATALOGUE.flatMap(({ code, numbers = [] }) => numbers.map((number) => [number, code])));
    const numbered = serverErrors.filter(({ number }) => number !== null && !general.has(number));

    expect(numbered.filter(({ number, code }) => byNumber.get(Number(number)) !== code)).toEqual([]);
    expect([...general].filter((number) => !byNumber.has(number))).toEqual([]);
  });

  test("has each code once, with a sentence in both languages and none besides", () => {
    const codes = CATALOGUE.map(({ code }) => code);

    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(ENGLISH).sort()).toEqual([...codes].sort());
    expect(Object.keys(INDONESIAN).sort()).toEqual([...codes].sort());
  });

  test("keeps the sentences of what comes after sign-in out of the first load", () => {
    expect(Object.keys(startEnglish.errors).sort()).toEqual(START_ERRORS.rows.map(({ code }) => code).sort());
  });

  test.each(["numbers", "messages", "dataTexts", "statuses"] as const)("claims no %s twice", (source) => {
    const keys = CATALOGUE.flatMap((row): readonly (string | number)[] => row[source] ?? []);

    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("an error is recognised", () => {
  test.each<[string, Parts, string]>([
    ["string code before number", { code: "quotaLimit", payload: { number: 31 } }, "quotaLimit"],
    ["number before message", { code: 31, message: "user suspended" }, "credentialsWrong"],
    ["number beside the message", { message: "x", number: 42 }, "ticketClosed"],
    ["message before data text", { message: "User suspended", dataText: "spf none" }, "userSuspended"],
    ["data text before status", { dataText: "storage limit exceeded", status: 422 }, "storageUsageExceeded"],
    ["status when nothing else speaks", { dataText: "<html>", status: 502 }, "badGateway"],
    ["HTTP 422 without a known text", { dataText: "?", status: 422 }, "noEntity"],
    ["HTTP 202", { code: "accepted", status: 202 }, "accepted"],
    ["an unknown code", { code: "somethingNew", message: "New words", status: 400 }, "noMessage"],
  ])("by %s", (_how, parts, code) => {
    expect(resolveFailure(buildFailureOfParts(parts)).code).toBe(code);
  });

  test.each([
    ["user suspended", "userSuspended"],
    ["access token missing", "sessionExpired"],
    ["downgrade not allowed", "noDowngrade"],
    ["failed to parse web data", "failedParsingContent"],
    ["quota limit exceeded", "quotaLimitExceeded"],
  ])("message '%s' is %s", (message, code) => {
    expect(resolveFailure(buildFailureOfParts({ message })).code).toBe(code);
  });

  test.each([
    ["contactManagement", "contact", "contactLimitExceeded"],
    ["emailMarketing", "emailSent", "sendLimitExceeded"],
    ["emailSender", "sender", "senderUsageExceeded"],
    ["fileManager", "storage", "storageUsageExceeded"],
    ["landingPage", "landingPublish", "publishExceeded"],
    ["team", "member", "teamMemberReachedLimit"],
    ["voucher", "coupon", "overQuota"],
  ])("a reached limit of %s, %s is %s", (feature, subfeature, code) => {
    const parts = { message: "quota limit exceeded", payload: { feature, subfeature } };

    expect(resolveFailure(buildFailureOfParts(parts)).code).toBe(code);
  });

  test.each([
    ["storage limit exceeded", "storageUsageExceeded"],
    ["sender limit exceeded", "senderUsageExceeded"],
    ["publish limit exceed", "publishExceeded"],
    ["email sent limit exceeded", "sendLimitExceeded"],
    ["password invalid", "currentPasswordWrong"],
    ["billing already paid", "billingAlreadyPaid"],
    ["url exists", "urlExists"],
    ["spf single", "spfSingle"],
    ["spf double", "spfDouble"],
    ["spf none", "spfNone"],
    ["user not validated", "needValidateEmail"],
    ["payment method empty", "paymentMethodEmpty"],
    ["domain not yet validated", "domainNotYetValidated"],
    ["token expired", "tokenExpired"],
    ["recipient label not found", "recipientLabelNotFound"],
    ["recipient label empty", "recipientLabelEmpty"],
    ["form not found", "formNotFound"],
    ["import format error", "importFormatError"],
    ["import header error", "importHeaderError"],
    ["import data error", "importDataError"],
    ["import delimiter error", "importDelimiterError"],
    ["import size error", "importSizeError"],
    ["import encoding error", "importEncodingError"],
    ["last import not finished", "lastImportNotFinished"],
    ["contact limit exceeded", "contactLimitExceeded"],
    ["promo used", "promoUsed"],
    ["promo not found", "promoCodeNotFound"],
    ["promo expired", "promoCodeExpired"],
    ["account expired", "userExpired"],
    ["scenario not ready", "scenarioNorReady"],
    ["scenario running", "scenarioRunning"],
    ["empty recipient", "emptyRecipient"],
    ["sender free domain", "senderFreeDomain"],
    ["sender other domain", "senderOtherDomain"],
    ["schedule past expiry", "schedulePastExpiry"],
    ["check-in company mismatch", "checkInCompanyMismatch"],
    ["check-in already checked in", "checkInAlreadyCheckedIn"],
    ["check-in invalid data", "checkInInvalidData"],
    ["check-in not a check-in form", "checkInNotACheckInForm"],
    ["member already exists", "teamMemberAlreadyExist"],
    ["member limit reached", "teamMemberReachedLimit"],
    ["slug taken", "slugTaken"],
    ["invalid excel file", "invalidExcelFile"],
    ["label empty", "labelEmpty"],
    ["form still published", "formStillPublished"],
    ["form used in automation", "formUsedInAutomation"],
    ["winner 0%", "winnerZero"],
    ["fewer than 10 contacts", "lessThanTenContacts"],
    ["invalid tag", "invalidTag"],
    ["trx domain not verified", "trxDomainNotVerified"],
    ["wait for report or export", "waitDownloadReport"],
  ])("data text '%s' is %s, whatever the status", (text, code) => {
    for (const status of [403, 410, 412, 413, 422]) {
      expect(resolveFailure(buildFailureOfParts({ dataText: text, status })).code).toBe(code);
    }
  });

  test.each([
    [202, "accepted"],
    [400, "badRequest"],
    [401, "loginException"],
    [403, "notAuthorized"],
    [404, "badGateway"],
    [405, "emailRegistered"],
    [410, "gone"],
    [412, "noEntity"],
    [413, "importSizeError"],
    [422, "noEntity"],
    [502, "badGateway"],
  ])("HTTP %d without words of ours is %s", (status, code) => {
    expect(resolveFailure(buildFailureOfParts({ status, dataText: "<html>" })).code).toBe(code);
  });

  test.each([
    ["security code", "securityCode"],
    ["alreadyTaken", "alreadyTaken"],
    ["check settings", "checkSettings"],
    ["try again", "tryAgain"],
    ["invalidUser", "invalidUser"],
    ["challengeRequired", "challengeRequired"],
    ["badPassword", "badPassword"],
    ["caption max 280", "captionTooLong"],
    ["credential update failed", "credentialUpdateFailed"],
  ])("a social account's cause '%s' is %s, whichever of its numbers came", (cause, code) => {
    for (const number of [138, 135, 132, 131]) {
      expect(resolveFailure(buildFailureOfParts({ code: number, payload: { cause } })).code).toBe(code);
    }
  });

  test.each([
    [138, "challengeRequired"],
    [135, "alreadyTaken"],
    [132, "badPassword"],
    [131, "tryAgain"],
  ])("a social account's number %d without a cause is %s", (number, code) => {
    expect(resolveFailure(buildFailureOfParts({ code: number })).code).toBe(code);
  });

  test.each([
    ["import header error", "importHeaderError"],
    ["Import size error", "importSizeError"],
    ["something else", "importNotValid"],
  ])("an import exception with '%s' is %s", (message, code) => {
    expect(resolveFailure(buildFailureOfParts({ code: "importException", message })).code).toBe(code);
  });

  test("nothing found while a password is set anew is a link that is no longer good", () => {
    const parts = { code: "noEntity", method: "POST" };

    expect(resolveFailure(buildFailureOfParts({ ...parts, path: "/api/reset-password" })).code).toBe(
      "resetInvalidToken",
    );
    expect(resolveFailure(buildFailureOfParts({ ...parts, path: "/api/contacts" })).code).toBe("noEntity");
  });

  test("verifyException is silent on POST and speaks elsewhere", () => {
    expect(resolveFailure(buildFailureOfParts({ code: "verifyException", method: "POST" })).reaction).toBe("silent");
    expect(resolveFailure(buildFailureOfParts({ code: "verifyException", method: "GET" })).reaction).toBe("notify");
  });

  test.each([
    ["tokenException", "logout"],
    ["loggedOut", "logout"],
    ["sessionEnded", "logout"],
    ["forceOutException", "sessionEnded"],
    ["signInConfirmException", "multipleLogin"],
    ["signInConfirmMode1Exception", "denied"],
    ["accepted", "exportNotice"],
    ["requestAccepted", "exportNotice"],
    ["badRequest", "silent"],
    ["statsTimeout", "silent"],
    ["countTimeout", "silent"],
    ["fetchTimeout", "silent"],
    ["emailRegistered", "field"],
    ["overQuota", "notify"],
  ])("%s leads to %s", (code, reaction) => {
    expect(resolveFailure(buildFailureOfParts({ code })).reaction).toBe(reaction);
  });
});

describe("what the user reads", () => {
  test("what is still in use names its users, in either language", async () => {
    const parts = { code: "inUse", payload: { uses: [{ kind: "campaign", name: "May" }, { kind: "sunsetRule" }] } };

    expect(describeParts(parts)).toBe(
      "This is still in use by the campaign “May”, the sunset rule. First remove it there.",
    );
    await changeLanguage("id");
    expect(describeParts(parts)).toBe("Ini masih dipakai oleh kampanye “May”, aturan sunset. Lepaskan dulu dari sana.");
    await changeLanguage("en");
  });

  test.each<[number, string]>([
    [31, "Username or password is not correct"],
    [32, "Your session expired, please relogin"],
    [33, "Role is invalid"],
    [34, "Your session expired, please relogin"],
    [42, "Ticket already closed"],
    [43, "Sender domain not yet supported"],
    [44, "Misconfigured domain sender"],
    [45, "Form already used"],
    [47, "Form already published"],
    [48, "There are forms in your page that not yet published"],
    [50, "Email field is not found"],
    [51, "Modification not allowed"],
    [52, "Proses failed, your quota hits it's limit"],
    [53, "Process failed, need validate your email"],
    [121, "Email already registered"],
    [122, "Filename already exist"],
    [123, "Invalid data format"],
    [124, "Some required fields not set"],
    [125, "Password validation error"],
    [126, "Email already registered"],
    [127, "Contact tag already used"],
    [128, "File cannot be processed"],
    [129, "We couldn't find any data in file you has imported"],
    [130, "Account is in use"],
    [133, "Account already registered"],
    [134, "Check your app and confirm"],
    [139, "Image ratio must be 1:1, 1.91:1 or 4:5"],
    [414, "Captcha is invalid"],
    [501, "Import file is not valid"],
    [502, "Import file has no header"],
    [503, "Import file is not valid"],
    [550, "The supplied password not correct"],
  ])("number %d: %s", (number, sentence) => {
    expect(describeParts({ code: number })).toBe(sentence);
  });

  test.each([
    ["tokenException", "Session expired, please login again"],
    ["loggedOut", "Session expired, please login again"],
    ["accepted", "Your request is processed and will deliver via notification"],
    ["requestAccepted", "Your request is processed and will deliver via notification"],
    ["loginException", "Email address or password is incorrect"],
    ["quotaLimit", "Failed process, your quota was exceeded"],
    ["emailRegistered", "Email already registered"],
    ["noDowngrade", "Sorry, you cannot downgrade plan"],
    ["userSuspended", "Your account is suspended"],
    ["scenarioNorReady", "Scenario is incomplete"],
    ["serverException", "Failed to process your request..."],
    ["notAuthorized", "You not authorized to access this resources"],
    ["resetInvalidToken", "Link invalid, please retry your request"],
    ["tokenExpired", "Your token is expired, please revalidate"],
    ["offline", "Could not connect to server, maybe no internet connection"],
    ["badGateway", "Not found"],
    ["noEntity", "Data not found."],
    ["badRequest", "Bad Request"],
    ["invalidForm", "Invalid form. Please complete the required fields."],
    ["requiredFieldsNotSet", "Some required fields not set"],
    ["sendLimitExceeded", "You have used all emails in your plan. Contact us to get more."],
    ["memberNotModifiable", "Not allowed to modify"],
    ["themeNotChosen", "Choose a theme"],
    ["paymentMethodEmpty", "Choose a payment method"],
    ["pictureNotChosen", "Choose an image"],
    ["waitDownloadReport", "A report or export is already being created. Wait until it is ready."],
  ])("%s: %s", (code, sentence) => {
    expect(describeParts({ code })).toBe(sentence);
  });

  test("a reached limit names the quota and its feature in words", async () => {
    const parts = { code: "overQuota", payload: { feature: "contactManagement", subfeature: "customField" } };

    expect(describeParts(parts)).toBe("Quota of custom fields on contacts is exceeded");
    expect(describeParts({ ...parts, payload: { feature: "newThing", subfeature: "unit" } })).toBe(
      "Quota of unit on newThing is exceeded",
    );
    await changeLanguage("id");
    expect(describeParts(parts)).toBe("Kuota kolom khusus untuk kontak terlampaui");
    await changeLanguage("en");
  });

  test("noMessage and forcedMessage are the error's own words, and no words are 'Message unknown'", () => {
    expect(describeParts({ code: "noMessage", message: "Own words" })).toBe("Own words");
    expect(describeParts({ code: "forcedMessage", message: "Own words" })).toBe("Own words");
    expect(describeParts({ code: "somethingNew", message: "Own words", status: 401 })).toBe("Own words");
    expect(describeParts({ code: "somethingNew" })).toBe("Message unknown");
  });

  test("a text of the factory table goes before the words of an unknown error", () => {
    i18next.addResource("en", "factory", "somethingNew", "From the table");

    expect(describeParts({ code: "somethingNew", message: "Own words" })).toBe("From the table");
  });
});

describe("a sentence that says neither which field is wrong nor how", () => {
  const subject = { field: "subject", value: "", cause: "Enter this before you send." };
  const body = { field: "content.body", value: "", cause: "Enter this before you send." };

  test.each<[string, Parts, string]>([
    [
      "one that is missing",
      { code: "requiredFieldsNotSet", payload: { ...subject, errors: [subject] } },
      "Some required fields not set: Subject",
    ],
    [
      "several that are missing",
      { code: "requiredFieldsNotSet", payload: { ...subject, errors: [subject, body] } },
      "Some required fields not set: Subject, Content",
    ],
    [
      "one that is invalid",
      { code: "invalidData", payload: { field: "recipients.labelIds.0", value: null, cause: "Enter a whole number." } },
      "Labels: Enter a whole number.",
    ],
    ["one of which nothing is known", { code: "invalidData", payload: { field: "html" } }, "The HTML is Invalid."],
    ["one that no form has", { code: "invalidData", payload: { field: "newThing" } }, "The New thing is Invalid."],
    ["none", { code: "invalidData", payload: {} }, "Invalid data format"],
    ["an error of its own", { code: "slugTaken", payload: { field: "slug" } }, ENGLISH.slugTaken ?? ""],
  ])("names the field: %s", (_which, parts, sentence) => {
    expect(describeParts(parts)).toBe(sentence);
  });

  test("names it in the reader's language", async () => {
    await changeLanguage("id");
    expect(describeParts({ code: "requiredFieldsNotSet", payload: subject })).toMatch(/: Subjek$/);
    await changeLanguage("en");
  });
});

describe("a field that is wrong", () => {
  function atField(parts: Parts, label?: string) {
    return findFieldFailure(buildFailureOfParts(parts), translate, label);
  }

  test.each<[string, Parts, string]>([
    ["without a value", { code: "invalidData", payload: { field: "companyName" } }, "The Company name is Invalid."],
    ["not allowed", { code: "fieldNotAllowed", payload: { field: "companyName" } }, "The Company name is Not Allowed."],
    [
      "with a value",
      { code: "invalidData", payload: { field: "email", value: "nobody" } },
      "The value nobody is Invalid for Email",
    ],
    [
      "with the server's cause",
      { code: "invalidData", payload: { field: "email", value: "nobody", cause: "Give an address." } },
      "Give an address.",
    ],
    ["with an error of its own", { code: "slugTaken", payload: { field: "slug" } }, ENGLISH.slugTaken ?? ""],
  ])("%s", (_how, parts, text) => {
    expect(atField(parts)?.text).toBe(text);
  });

  test("is called as its form calls it", () => {
    expect(atField({ code: "invalidData", payload: { field: "name" } }, "Team name")).toEqual({
      field: "name",
      text: "The Team name is Invalid.",
    });
  });

  test("is none where the server names none", () => {
    expect(atField({ code: "invalidData", payload: {} })).toBeUndefined();
  });
});

test.each<[string, Parts, string | undefined, string | undefined]>([
  [
    "at its field",
    { code: "invalidData", payload: { field: "emails", cause: "Give an address." } },
    "Give an address.",
    undefined,
  ],
  [
    "in a list",
    { code: "invalidData", payload: { field: "emails.3", cause: "Give an address." } },
    "Give an address.",
    undefined,
  ],
  [
    "of another field",
    { code: "invalidData", payload: { field: "name", cause: "Enter a name." } },
    undefined,
    "Name: Enter a name.",
  ],
  ["of no field", { code: "inProgressException" }, undefined, ENGLISH.inProgressException],
])("a form shows a failure %s", (_where, parts, atField, notice) => {
  const placed = mapFailureToForm(buildFailureOfParts(parts), translate, ["emails"]);

  expect([placed.at("emails"), placed.notice]).toEqual([atField, notice]);
});
