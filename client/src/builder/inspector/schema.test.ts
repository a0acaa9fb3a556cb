import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { mergeSettings, prepareGroups } from "../collab/groups";
import { getGlobals } from "../collab/maps";
import { type Plain, type Settings, toPlain, toShared } from "../collab/values";
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

interface Change {
  readonly name: string;
  readonly stored: Settings;
  readonly changes: Settings;
  readonly settings: Settings;
}

const CHANGES = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/fixtures/documents/setting-changes.json"), "utf8"),
) as { readonly schema: Schema; readonly cases: readonly Change[] };

describe.for([
  ["a map", toShared],
  ["a single value", (value: Plain) => value],
] as const)("settings stored as %s are changed as on the server", ([, toStored]) => {
  test.for(CHANGES.cases)("$name", ({ stored, changes, settings }) => {
    const map = getGlobals(new Y.Doc());
    for (const [name, value] of Object.entries(stored)) map.set(name, toStored(value));

    prepareGroups(map, changes, buildGroupStarts(CHANGES.schema));
    mergeSettings(map, changes);

    expect(toPlain(map)).toEqual(settings);
  });
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
