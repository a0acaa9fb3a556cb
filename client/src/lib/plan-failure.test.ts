import { expect, test } from "vitest";
import { ApiFailure } from "./api/failure";
import { findPlanFailure } from "./plan-failure";

function buildFailure(code: string, payload: Record<string, unknown> = {}): ApiFailure {
  return new ApiFailure({ body: { code, payload }, status: 403, method: "POST" });
}

const COUNTER = { feature: "contactManagement", subfeature: "contact", limit: 15_000, left: 0 };

test.each([
  ["contactLimitExceeded", COUNTER, { kind: "limit", ...COUNTER }],
  ["quotaLimitExceeded", COUNTER, { kind: "limit", ...COUNTER }],
  [
    "featureDisabled",
    { feature: "automation", subfeature: "" },
    { kind: "feature", feature: "automation", subfeature: "" },
  ],
  ["userExpired", {}, { kind: "expired" }],
  ["contactExists", {}, undefined],
  ["noEntity", { limit: 3 }, undefined],
])("%s", (code, payload, expected) => {
  expect(findPlanFailure(buildFailure(code, payload))).toEqual(expected);
});

test("what is no answer of the server is no refusal", () => {
  expect(findPlanFailure(new Error("offline"))).toBeUndefined();
});
