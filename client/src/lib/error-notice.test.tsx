import { beforeAll, describe, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { translate } from "@/lib/i18n/translation";
import { setErrorFormat } from "./api/error-body";
import { ApiFailure, buildFailure, type ErrorBody } from "./api/failure";
import { loadCatalogue } from "./catalogue/load";
import { buildErrorNotice, type ErrorNotice, InAppError } from "./error-notice";
import { loadTexts, startI18n } from "./i18n/i18n";

function buildNotice(body: ErrorBody, method = "POST"): ErrorNotice | undefined {
  return buildErrorNotice(new ApiFailure({ body, status: 400, method }), translate);
}

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadCommonTexts();
  await loadCatalogue();
});

describe("the notification of an error", () => {
  test.each(["verifyException", "statsTimeout", "countTimeout", "fetchTimeout", "badRequest"])(
    "%s has none",
    (code) => {
      expect(buildNotice({ code })).toBeUndefined();
    },
  );

  test.each([
    ["accepted", "info"],
    ["requestAccepted", "info"],
    ["forcedMessage", "warning"],
    ["noMessage", "warning"],
    ["promoUsed", "warning"],
    ["inProgressException", "warning"],
  ])("%s is of mode %s", (code, mode) => {
    expect(buildNotice({ code, message: "Words" })?.mode).toBe(mode);
  });

  test.each([
    ["userExpired", "upgrade"],
    ["contactLimitExceeded", "upgrade"],
    ["needValidateEmail", "resendValidation"],
    ["promoCodeExpired", undefined],
  ])("%s offers %s", (code, offer) => {
    expect(buildNotice({ code })?.offer).toBe(offer);
  });

  test("away from its form a field's error names the field", () => {
    const payload = { field: "companyName", cause: "is too long" };

    expect(buildNotice({ code: "invalidData", payload })?.text).toBe("Field Company name is too long");
  });
});

test("a notification never says only that some field is missing", () => {
  const missing = { field: "subject", value: "", cause: "Enter this before you send." };

  expect(buildNotice({ code: "requiredFieldsNotSet", payload: { ...missing, errors: [missing] } })?.text).toBe(
    "Some required fields not set: Subject",
  );
});

describe("an error that is no answer of the server", () => {
  test("'Failed to fetch' is a warning in words of ours", () => {
    expect(buildErrorNotice(new TypeError("Failed to fetch"), translate)).toEqual({
      mode: "warning",
      text: "Failed to get data from resource provided",
    });
  });

  test("a validation key is a warning with its text, and is reported", async () => {
    await loadTexts({ validation: async () => ({ validation: { date: { past: "That day is over" } } }) });

    expect(buildErrorNotice(new Error("validation.date.past"), translate)).toEqual({
      mode: "warning",
      text: "That day is over",
      fault: { kind: "validation", detail: "validation.date.past" },
    });
  });

  test("one that the interface flags is a warning with its text, and is reported", () => {
    expect(
      buildErrorNotice(new InAppError("errors.overQuota", { subfeature: "rows", feature: "tables" }), translate),
    ).toEqual({
      mode: "warning",
      text: "Quota of rows on tables is exceeded",
      fault: { kind: "inApp", detail: "errors.overQuota" },
    });
  });

  test("anything else is an error that is reported, a cancelled call nothing at all", () => {
    expect(buildErrorNotice(new Error("x is undefined"), translate)).toEqual({
      mode: "error",
      text: "Failed to process your request...",
      fault: { kind: "unexpected", detail: "Error: x is undefined" },
    });
    expect(buildErrorNotice(new DOMException("cancelled", "AbortError"), translate)).toBeUndefined();
  });
});

describe("the errors of a vendor's services", () => {
  const answer = () =>
    Response.json({ error: "invalid_grant", error_description: "The code is used" }, { status: 400 });

  test.each(["miitrx", "otp", "cottonink"])("%s: the form of OAuth is read", async (vendor) => {
    setErrorFormat(vendor);

    expect((await buildFailure(answer(), "POST")).message).toBe("The code is used");
    expect((await buildFailure(Response.json({ error: "invalid_grant" }, { status: 400 }), "POST")).message).toBe(
      "invalid_grant",
    );
    expect((await buildFailure(Response.json({ code: "inUse" }, { status: 409 }), "POST")).code).toBe("inUse");
  });

  test("of the others it is not", async () => {
    setErrorFormat("mt");

    expect((await buildFailure(answer(), "POST")).message).toBe("");
  });
});
