import { http } from "msw";
import { beforeAll, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { translate } from "@/lib/i18n/translation";
import { buildErrorResponse, ORIGIN } from "../../../tests/handlers";
import { server } from "../../../tests/server";
import { api } from "../api/client";
import { isFailure } from "../api/failure";
import { describeFailure, findFieldFailure } from "../describe-failure";
import { changeLanguage, startI18n } from "../i18n/i18n";
import { getCauseText } from "./cause-text";
import { loadCauses } from "./load";

const TOO_LONG = {
  cause: "Enter at most 1,500 characters.",
  causeCode: "tooLong",
  causeParams: { max: 1500 },
} as const;

beforeAll(async () => {
  await startI18n((key) => {
    throw new Error(`no text for ${key}`);
  });
  await loadCommonTexts();
});

test("a call that fails with a code has its sentence in the user's language by the time it throws", async () => {
  localStorage.setItem("token", "full");
  const payload = { field: "name", value: "x", ...TOO_LONG, errors: [{ field: "name", value: "x", ...TOO_LONG }] };
  server.use(http.get(`${ORIGIN}/api/me`, () => buildErrorResponse(400, "invalidData", payload)));
  await changeLanguage("id");

  const failure: unknown = await api.GET("/api/me").catch((error: unknown) => error);

  if (!isFailure(failure)) throw new Error("the call succeeded");
  expect(findFieldFailure(failure, translate)?.text).toBe("Isi paling banyak 1,500 karakter.");
  expect(describeFailure(failure, translate)).toContain("Isi paling banyak 1,500 karakter.");
  await changeLanguage("en");
  expect(findFieldFailure(failure, translate)?.text).toBe("Enter at most 1,500 characters.");
});

test("a call that fails by fields has their names by the time it throws, even without a cause", async () => {
  localStorage.setItem("token", "full");
  const payload = { errors: [{ field: "mapping.0.dateOrder" }, { field: "decimalMark" }] };
  server.use(http.get(`${ORIGIN}/api/me`, () => buildErrorResponse(400, "requiredFieldsNotSet", payload)));
  await changeLanguage("id");

  const failure: unknown = await api.GET("/api/me").catch((error: unknown) => error);

  if (!isFailure(failure)) throw new Error("the call succeeded");
  expect(describeFailure(failure, translate)).toContain("Format tanggal, Tanda desimal");
  await changeLanguage("en");
  expect(describeFailure(failure, translate)).toContain("Date format, Decimal mark");
});

test("a cause without a code, and one with a code that has no sentence here, is the server's own", async () => {
  await loadCauses();

  expect(getCauseText({ cause: "Enter a word." }, translate)).toBe("Enter a word.");
  expect(getCauseText({ ...TOO_LONG, causeCode: "newerThanThis" }, translate)).toBe(TOO_LONG.cause);
  expect(getCauseText({}, translate)).toBeUndefined();
  expect(getCauseText({ cause: "" }, translate)).toBeUndefined();
});

test("a text in a parameter is shown as it is", async () => {
  await loadCauses();
  const cause = { causeCode: "tagNotClosed", causeParams: { closing: "}}" } };

  expect(getCauseText(cause, translate)).toBe("This tag is not closed. Add }}.");
  expect(getCauseText({ causeCode: "tagFieldUnknown", causeParams: { name: "{{max}} $t(x)" } }, translate)).toBe(
    "There is no field “{{max}} $t(x)”. Choose another one.",
  );
});
