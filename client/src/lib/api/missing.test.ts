import { expect, test } from "vitest";
import { ApiFailure } from "./failure";
import { isMissing, MalformedId, throwIfMissing, throwIfMissingBeforeFirstData } from "./missing";

function buildFailureOfStatus(status: number, code?: string): ApiFailure {
  return new ApiFailure({ status, method: "GET", ...(code ? { body: { code } } : {}) });
}

const MISSING_RECORD_FAILURE = buildFailureOfStatus(404, "noEntity");

test.each([
  ["an id of nothing", MISSING_RECORD_FAILURE, true],
  ["a path that asks for another form of id", buildFailureOfStatus(404, "badGateway"), true],
  ["an id that was never sent", new MalformedId(), true],
  ["a proxy's 404", buildFailureOfStatus(404), false],
  ["a proxy's 502", buildFailureOfStatus(502, "badGateway"), false],
  ["no permission", buildFailureOfStatus(403, "notAuthorized"), false],
  ["something else", new Error("boom"), false],
  ["nothing", null, false],
])("%s means a missing record: %s", (_what, error, isIt) => {
  expect(isMissing(error)).toBe(isIt);
});

test("the query of a missing record throws, any other is handed on", () => {
  const failed = { data: undefined, error: buildFailureOfStatus(500, "serverException") };

  expect(() => throwIfMissing({ data: undefined, error: MISSING_RECORD_FAILURE })).toThrow(MISSING_RECORD_FAILURE);
  expect(() => throwIfMissing({ data: {}, error: MISSING_RECORD_FAILURE })).toThrow(MISSING_RECORD_FAILURE);
  expect(throwIfMissing(failed)).toBe(failed);
});

test("a record that is being edited stays when it is deleted meanwhile", () => {
  const shown = { data: { subject: "Hello" }, error: MISSING_RECORD_FAILURE };

  expect(throwIfMissingBeforeFirstData(shown)).toBe(shown);
  expect(() => throwIfMissingBeforeFirstData({ data: undefined, error: MISSING_RECORD_FAILURE })).toThrow(
    MISSING_RECORD_FAILURE,
  );
});
