import { expect, test } from "vitest";
import { ownPath } from "./routing";

test.each([
  ["/contacts?page=2#top", "/contacts?page=2#top"],
  ["/", "/"],
  ["//evil.example/x", undefined],
  ["/\\evil.example", undefined],
  ["https://evil.example", undefined],
  ["javascript:alert(1)", undefined],
  ["contacts", undefined],
  ["", undefined],
  [null, undefined],
])("the way back to %s is %s", (target, path) => {
  expect(ownPath(target)).toBe(path);
});
