import { expect, test } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { isEquivalent } from "@/lib/autosave/equivalence";
import type { DraftValues, TestSetting, Variant } from "./draft";
import { findRejection, linkedFields, normalizeField } from "./edit-rules";

const RECIPIENTS = { all: false, segmentIds: [], topicId: null, excludeLabelIds: [], excludeSegmentIds: [] };
const VARIANT: Variant = {
  name: "First",
  share: 10,
  subject: "Fresh",
  preheader: "",
  senderId: null,
  content: { kind: "markdown", starter: "letter", body: "" },
  plainText: "",
  delayMinutes: 0,
};
const SETTING: TestSetting = { tested: "subject", metric: "clicks", chooses: "rule", waitHours: 4, winnerShare: 80 };

test.each<[keyof DraftValues, unknown, unknown, boolean]>([
  ["subject", " Fresh\n from Gayo ", "Fresh from Gayo", true],
  ["category", "News & more!", "News more", true],
  ["category", "News", "News more", false],
  ["plainText", "a\r\nb", "a\nb", true],
  ["plainText", "a\nb", "a b", false],
  ["recipients", { ...RECIPIENTS, labelIds: [2, 1, 2] }, { ...RECIPIENTS, labelIds: [1, 2] }, true],
  ["recipients", { ...RECIPIENTS, labelIds: [2] }, { ...RECIPIENTS, labelIds: [1, 2] }, false],
  [
    "event",
    { title: "Tasting", startsAt: "2026-12-01T02:00:00.000Z", endsAt: "2026-12-01T11:00:00+07:00" },
    { title: "Tasting", startsAt: "2026-12-01T02:00:00Z", endsAt: "2026-12-01T04:00:00Z" },
    true,
  ],
  [
    "event",
    { title: "Tasting", startsAt: "2026-12-01T02:00:00Z", endsAt: "2026-12-01T04:00:00Z" },
    { title: "Tasting", startsAt: "2026-12-01T02:30:00Z", endsAt: "2026-12-01T04:00:00Z" },
    false,
  ],
  ["event", null, null, true],
  ["subject", "2026-12-01T02:00:00Z", "2026-12-01T02:00:00.000Z", false],
  ["variants", [{ ...VARIANT, name: " First " }], [VARIANT], true],
  ["variants", [{ ...VARIANT, share: 11 }], [VARIANT], false],
])("%s is compared as the server stores it", (field, one, other, isSame) => {
  expect(isEquivalent(normalizeField(field, one), normalizeField(field, other))).toBe(isSame);
});

test("the setting and the variants are one choice where their shares differ", () => {
  const stored = { test: SETTING, variants: [VARIANT, VARIANT] };

  expect(linkedFields({ ...stored, test: { ...SETTING, waitHours: 9 } }, stored)).toEqual([]);
  expect(linkedFields({ ...stored, test: { ...SETTING, winnerShare: 70 } }, stored)).toEqual(["test", "variants"]);
  expect(linkedFields({ ...stored, variants: [VARIANT, { ...VARIANT, share: 9 }] }, stored)).toHaveLength(2);
});

function failure(status: number, code: string, payload: Record<string, unknown> = {}): ApiFailure {
  return new ApiFailure({ body: { code, payload }, status, method: "PUT" });
}

const CONFLICT = failure(409, "editConflict", { fields: ["name"], revision: 7 });

test("a rejection tells what is in conflict, and nothing is one that might still be stored", () => {
  expect(findRejection(CONFLICT)).toEqual({ conflicts: ["name"], revision: 7 });
  expect(findRejection(failure(422, "invalidData"))?.conflicts).toEqual([]);
  for (const status of [0, 401, 408, 429, 500, 503]) expect(findRejection(failure(status, "x"))).toBeUndefined();
  expect(findRejection(new Error("offline"))).toBeUndefined();
});
