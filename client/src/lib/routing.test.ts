import { expect, test } from "vitest";
import { toTextKey } from "@/lib/i18n/translation";
import { defineRoutes, findInternalPath, hasValidIds } from "./routing";

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
  expect(findInternalPath(target)).toBe(path);
});

test.each([
  ["uuid", "01a1fc3d-0000-7000-8000-00000000f0f1", true],
  ["uuid", "01A1FC3D-0000-7000-8000-00000000F0F1", true],
  ["uuid", "01a1fc3d000070008000000000000f0f1", false],
  ["uuid", undefined, false],
  ["number", "7", true],
  ["number", "-7", false],
  ["number", "7.5", false],
  ["number", "9".repeat(16), false],
  ["slug", "import-contacts", true],
  ["slug", "Import", false],
  ["slug", "a--b", false],
] as const)("an id of the form %s: %s is one: %s", (form, id, isOne) => {
  const record = { ids: { id: form }, missing: MISSING_TEXTS, list: "/" };

  expect(hasValidIds(record, { id })).toBe(isOne);
});

const SCREEN = {
  name: "thing",
  title: toTextKey("thing.title"),
  texts: [],
  load: () => Promise.reject(new Error("not loaded here")),
} as const;
const MISSING_TEXTS = { title: toTextKey("thing.missing"), back: toTextKey("thing.back") } as const;

test("a route with a parameter can't be declared without what it names", () => {
  defineRoutes(
    { ...SCREEN, path: "/things" },
    { ...SCREEN, path: "/things/:id", record: { ids: { id: "uuid" }, missing: MISSING_TEXTS, list: "/things" } },
    { ...SCREEN, path: "/gates/:name", record: null },
  );
  // @ts-expect-error: nothing is said of the id
  defineRoutes({ ...SCREEN, path: "/things/:id" });
  defineRoutes({
    ...SCREEN,
    path: "/things/:id/:time",
    // @ts-expect-error: nor of the second one
    record: { ids: { id: "uuid" }, missing: MISSING_TEXTS, list: "/things" },
  });
  // @ts-expect-error: there is no parameter
  defineRoutes({ ...SCREEN, path: "/things", record: null });

  expect(defineRoutes({ ...SCREEN, path: "/things" })).toHaveLength(1);
});
