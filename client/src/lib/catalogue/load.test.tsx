import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { composedKey, translate } from "@/lib/i18n/translation";
import { ApiFailure } from "../api/failure";
import { describeFailure } from "../describe-failure";
import { isSettled } from "../errors";
import { changeLanguage, startI18n } from "../i18n/i18n";
import { whenDescribed } from "./load";

function failure(code?: string): ApiFailure {
  return new ApiFailure({ body: code === undefined ? {} : { code }, status: 422, method: "GET", dataText: "spf none" });
}

const missing: string[] = [];

beforeAll(async () => {
  await startI18n((key) => missing.push(key));
  await loadCommonTexts();
});

test("what can come before sign-in is settled at once", () => {
  for (const code of ["loginException", "captchaInvalid", "offline", "tooManyRequests", "otpInvalid"]) {
    expect(isSettled(failure(code))).toBe(true);
  }
});

test("what comes later waits until its sentence is there, and is there in the other language too", async () => {
  expect(i18next.exists("errors.scenarioNorReady")).toBe(false);
  expect(isSettled(failure("scenarioNorReady"))).toBe(false);

  const described = await whenDescribed(failure("scenarioNorReady"));

  expect(describeFailure(described, translate)).toBe("Scenario is incomplete");
  await changeLanguage("id");
  expect(describeFailure(described, translate)).toBe("Skenario belum lengkap");
  await changeLanguage("en");
});

test("an answer without a code may be any of them, so it waits as well", async () => {
  expect(isSettled(failure())).toBe(false);
  expect(describeFailure(await whenDescribed(failure()), translate)).toBe("This domain has no SPF record. Add one.");
});

test("a key without a sentence is reported, one of the factory table is not", () => {
  translate(composedKey("contacts.nothingHere"));
  translate(composedKey("factory.nothingHere"));

  expect(missing).toEqual(["contacts.nothingHere"]);
});
