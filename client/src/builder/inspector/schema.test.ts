import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Plain, Settings } from "../collab/values";
import { buildFields, buildGroupStarts, resolveValues, type Schema, visibleFields } from "./schema";

interface Case {
  readonly name: string;
  readonly stored: Settings;
  readonly items: readonly Settings[];
}

const LISTS = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/fixtures/documents/lists.json"), "utf8"),
) as { readonly schema: Schema; readonly cases: readonly Case[] };

test.for(LISTS.cases)("$name", ({ stored, items }) => {
  const { fruits } = resolveValues(LISTS.schema, stored);

  expect((fruits as readonly Settings[]).map(({ order: _order, ...item }) => item)).toEqual(items);
});

describe("a setting that depends on another one that is not empty", () => {
  const fields = buildFields({
    properties: {
      link: { control: "line" },
      label: { control: "line", visibleWhen: { link: "notEmpty" } },
    },
  });
  const rich = (text: string) => ({
    $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: text }] }] }],
  });

  test.for<readonly [string, Plain]>([
    ["no value", null],
    ["an empty text", ""],
    ["no items", []],
    ["an empty rich text", rich(" ")],
  ])("is hidden for %s", ([, link]) => {
    expect(visibleFields(fields, { link }).map(({ name }) => name)).toEqual(["link"]);
  });

  test.for<readonly [string, Plain]>([
    ["a text", "https://example.com"],
    ["a number", 0],
    ["a switch that is off", false],
    ["an item", [{ id: "a" }]],
    ["a rich text", rich("Hello")],
  ])("is visible for %s", ([, link]) => {
    expect(visibleFields(fields, { link }).map(({ name }) => name)).toEqual(["link", "label"]);
  });
});

test("a list starts with its default items, a group without settings", () => {
  const start = { start: { order: "a0", name: "Apple" } };
  const schema: Schema = {
    properties: {
      fruits: LISTS.schema.properties?.fruits ?? {},
      bowl: { control: "group", default: { size: 3 }, properties: { lid: { control: "group" }, size: {} } },
      name: { control: "line" },
    },
  };

  expect(buildGroupStarts(schema)).toEqual({
    fruits: { content: start, inside: {} },
    bowl: { content: {}, inside: { lid: { content: {}, inside: {} } } },
  });
});
