import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { toTextKey, translate } from "@/lib/i18n/translation";
import { ApiFailure } from "../api/failure";
import { describeFailure } from "../describe-failure";
import { isIdentified } from "../errors";
import { changeLanguage, startI18n } from "../i18n/i18n";
import { loadDescription } from "./load";

function buildFailure(code?: string): ApiFailure {
  return new ApiFailure({ body: code === undefined ? {} : { code }, status: 422, method: "GET", dataText: "spf none" });
}

const missingTexts: string[] = [];

beforeAll(async () => {
  await startI18n((key) => missingTexts.push(key));
  await loadCommonTexts();
});

test("what can come before sign-in is settled at once", () => {
  for (const code of ["loginException", "captchaInvalid", "offline", "tooManyRequests", "otpInvalid"]) {
    expect(isIdentified(buildFailure(code))).toBe(true);
  }
});

test("what comes later waits until its sentence is there, and is there in the other language too", async () => {
  expect(i18next.exists("errors.scenarioNorReady")).toBe(false);
  expect(isIdentified(buildFailure("scenarioNorReady"))).toBe(false);

  const described = await loadDescription(buildFailure("scenarioNorReady"));

  expect(describeFailure(described, translate)).toBe("Scenario is incomplete");
  await changeLanguage("id");
  expect(describeFailure(described, translate)).toBe("Skenario belum lengkap");
  await changeLanguage("en");
});

test("an answer without a code may be any of them, so it waits as well", async () => {
  expect(isIdentified(buildFailure())).toBe(false);
  expect(describeFailure(await loadDescription(buildFailure()), translate)).toBe(
    "This domain has no SPF record. Add one.",
  );
});

test("a key without a sentence is reported, one of the factory table is not", () => {
  translate(toTextKey("contacts.nothingHere"));
  translate(toTextKey("factory.nothingHere"));

  expect(missingTexts).toEqual(["contacts.nothingHere"]);
});
