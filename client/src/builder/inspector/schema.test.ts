import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Settings } from "../collab/values";
import { completeChange, type Schema, valuesOf } from "./schema";

interface Case {
  readonly name: string;
  readonly stored: Settings;
  readonly items: readonly Settings[];
}

const LISTS = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/fixtures/documents/lists.json"), "utf8"),
) as { readonly schema: Schema; readonly cases: readonly Case[] };

test.for(LISTS.cases)("$name", ({ stored, items }) => {
  const { fruits } = valuesOf(LISTS.schema, stored);

  expect((fruits as readonly Settings[]).map(({ order: _order, ...item }) => item)).toEqual(items);
});

test("a change of a list that is not stored comes with the default items", () => {
  const change = { fruits: { new: { order: "a1", name: "Pear" } } };

  expect(completeChange(LISTS.schema, {}, change)).toEqual({
    fruits: { start: { order: "a0", name: "Apple" }, new: { order: "a1", name: "Pear" } },
  });
  expect(completeChange(LISTS.schema, {}, { fruits: { start: null } })).toEqual({ fruits: {} });
  expect(completeChange(LISTS.schema, { fruits: {} }, change)).toEqual(change);
});
