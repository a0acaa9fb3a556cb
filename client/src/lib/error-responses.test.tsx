import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCommonTexts } from "@/app/texts";
import { translate } from "@/lib/i18n/translation";
import answered from "../../tests/error-responses.json";
import { type ApiFailure, buildFailure } from "./api/failure";
import { loadDescription } from "./catalogue/load";
import { describeFailure } from "./describe-failure";
import { buildErrorNotice } from "./error-notice";
import { resolveFailure } from "./errors";
import { changeLanguage, type Language, startI18n } from "./i18n/i18n";

/** The real server's response for each error (tests/server/core/test_answered.py keeps the file current). */
const RESPONSES = Object.entries(answered).sort(([one], [other]) => (one < other ? -1 : 1));
const missingTexts: string[] = [];

function readResponse(answer: (typeof RESPONSES)[number][1]): Promise<ApiFailure> {
  const response = new Response(JSON.stringify(answer.body), { status: answer.status });
  return buildFailure(response, answer.method, answer.path).then(loadDescription);
}

beforeAll(async () => {
  await startI18n((key) => missingTexts.push(key));
  await loadCommonTexts();
});

afterAll(() => changeLanguage("en"));

test.each(RESPONSES)("%s is recognised by its code", async (code, answer) => {
  const failure = await readResponse(answer);

  expect(resolveFailure(failure).code).toBe(code === "quotaLimitExceeded" ? "overQuota" : code);
  expect(failure.number).toBe("number" in answer.body ? answer.body.number : undefined);
});

test("each has its sentence in both languages, and its reaction", async () => {
  const rows: string[] = [];
  const codesByText = new Map<string, string[]>();
  for (const language of ["en", "id"] satisfies Language[]) {
    await changeLanguage(language);
    for (const [code, answer] of RESPONSES) {
      codesByText.set(code, [...(codesByText.get(code) ?? []), describeFailure(await readResponse(answer), translate)]);
    }
  }
  await changeLanguage("en");
  for (const [code, answer] of RESPONSES) {
    const failure = await readResponse(answer);
    const notice = buildErrorNotice(failure, translate);
    const how = [resolveFailure(failure).reaction, notice?.mode ?? "no notice", notice?.offer]
      .filter(Boolean)
      .join(", ");
    rows.push(`${code} (${how})\n  ${codesByText.get(code)?.join("\n  ")}\n`);
  }

  await expect(rows.join("\n")).toMatchFileSnapshot("../../tests/error-responses.txt");
  expect(missingTexts).toEqual([]);
});
