import { expect, test } from "vitest";
import { ApiFailure } from "./failure";
import { isMissing, MalformedId, throwIfMissing, throwIfMissingAtFirst } from "./missing";

function answered(status: number, code?: string): ApiFailure {
  return new ApiFailure({ status, method: "GET", ...(code ? { body: { code } } : {}) });
}

const GONE = answered(404, "noEntity");

test.each([
  ["an id of nothing", GONE, true],
  ["a path that asks for another form of id", answered(404, "badGateway"), true],
  ["an id that was never sent", new MalformedId(), true],
  ["a proxy's 404", answered(404), false],
  ["a proxy's 502", answered(502, "badGateway"), false],
  ["no permission", answered(403, "notAuthorized"), false],
  ["something else", new Error("boom"), false],
  ["nothing", null, false],
])("%s means a missing record: %s", (_what, error, isIt) => {
  expect(isMissing(error)).toBe(isIt);
});

test("the query of a missing record throws, any other is handed on", () => {
  const failed = { data: undefined, error: answered(500, "serverException") };

  expect(() => throwIfMissing({ data: undefined, error: GONE })).toThrow(GONE);
  expect(() => throwIfMissing({ data: {}, error: GONE })).toThrow(GONE);
  expect(throwIfMissing(failed)).toBe(failed);
});

test("a record that is being edited stays when it is deleted meanwhile", () => {
  const shown = { data: { subject: "Hello" }, error: GONE };

  expect(throwIfMissingAtFirst(shown)).toBe(shown);
  expect(() => throwIfMissingAtFirst({ data: undefined, error: GONE })).toThrow(GONE);
});
