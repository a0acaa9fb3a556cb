import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { translate } from "@/lib/i18n/translation";
import answered from "../../tests/answered-errors.json";
import { type ApiFailure, failureOf } from "./api/failure";
import { whenDescribed } from "./catalogue/load";
import { describeFailure } from "./describe-failure";
import { resolveFailure } from "./errors";
import { changeLanguage, type Language, startI18n } from "./i18n/i18n";
import { noticeOf } from "./notice-of";

/** The real server's response for each error (tests/server/core/test_answered.py keeps the file current). */
const ANSWERS = Object.entries(answered).sort(([one], [other]) => (one < other ? -1 : 1));
const missing: string[] = [];

function read(answer: (typeof ANSWERS)[number][1]): Promise<ApiFailure> {
  const response = new Response(JSON.stringify(answer.body), { status: answer.status });
  return failureOf(response, answer.method, answer.path).then(whenDescribed);
}

beforeAll(async () => {
  await startI18n((key) => missing.push(key));
  await loadCommonTexts();
});

afterAll(() => changeLanguage("en"));

test.each(ANSWERS)("%s is recognised by its code", async (code, answer) => {
  const failure = await read(answer);

  expect(resolveFailure(failure).code).toBe(code === "quotaLimitExceeded" ? "overQuota" : code);
  expect(failure.number).toBe("number" in answer.body ? answer.body.number : undefined);
});

test("each has its sentence in both languages, and its reaction", async () => {
  const rows: string[] = [];
  const codesByText = new Map<string, string[]>();
  for (const language of ["en", "id"] satisfies Language[]) {
    await changeLanguage(language);
    for (const [code, answer] of ANSWERS) {
      codesByText.set(code, [...(codesByText.get(code) ?? []), describeFailure(await read(answer), translate)]);
    }
  }
  await changeLanguage("en");
  for (const [code, answer] of ANSWERS) {
    const failure = await read(answer);
    const notice = noticeOf(failure, translate);
    const how = [resolveFailure(failure).reaction, notice?.mode ?? "no notice", notice?.offer]
      .filter(Boolean)
      .join(", ");
    rows.push(`${code} (${how})\n  ${codesByText.get(code)?.join("\n  ")}\n`);
  }

  await expect(rows.join("\n")).toMatchFileSnapshot("../../tests/answered-errors.txt");
  expect(missing).toEqual([]);
});
