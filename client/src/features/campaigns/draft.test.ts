import { expect, test } from "vitest";
import { ApiFailure } from "@/lib/api/failure";
import { findOffset, findTagEnd, omitInvalidText, readTextError, type TextError } from "./draft";

const TEXT = "Hi {{ firstname }},\n\nyour {{ colour }} bag\nis ready";

test.each([
  [1, 1, 0],
  [1, 4, 3],
  [3, 6, 26],
  [4, 1, 43],
  [99, 1, TEXT.length],
])("line %i, column %i stands at %i", (line, column, offset) => {
  expect(findOffset(TEXT, line, column)).toBe(offset);
});

test("a tag ends with its braces, an unfinished one with its line", () => {
  expect(TEXT.slice(3, findTagEnd(TEXT, 3))).toBe("{{ firstname }}");
  expect(findTagEnd("Hi {{ first\nname }}", 3)).toBe(11);
  expect(findTagEnd("{% if x %} y", 0)).toBe(10);
});

test("a refusal names its place in the text", () => {
  const failure = new ApiFailure({
    body: { code: "invalidTag", payload: { field: "content", line: 3, column: 6, cause: "No such field" } },
    status: 400,
    method: "PUT",
  });

  expect(readTextError(failure)).toEqual({ field: "content", line: 3, column: 6, cause: "No such field" });
  expect(readTextError(new ApiFailure({ body: { code: "offline" }, status: 0, method: "PUT" }))).toBeUndefined();
});

test("what was refused is held back, the rest can still be saved", () => {
  const content = { kind: "markdown", starter: "letter", body: "{{" } as const;
  const utm = { on: true, source: "{{", medium: "", campaign: "", content: "", term: "" };
  const textError = (field: TextError["field"], variant?: number): TextError => ({
    field,
    variant,
    line: undefined,
    column: undefined,
    cause: undefined,
  });

  expect(omitInvalidText({ content, subject: "Hi" }, textError("content"))).toEqual({ subject: "Hi" });
  expect(omitInvalidText({ content }, textError("content"))).toBeUndefined();
  expect(omitInvalidText({ utm, plainText: "x" }, textError("utm.source"))).toEqual({ plainText: "x" });
  expect(omitInvalidText({ variants: [], test: {}, name: "x" }, textError("subject", 1))).toEqual({ name: "x" });
});
