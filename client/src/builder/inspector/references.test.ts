import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Settings } from "../collab/values";
import { hasReferences, resolveReferences, type Targets } from "./references";
import { resolveValues, type Schema } from "./schema";

interface Case {
  readonly name: string;
  readonly stored: Settings;
  readonly values: Settings;
}

const FIXTURE = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/fixtures/documents/references.json"), "utf8"),
) as {
  readonly schema: Schema;
  readonly targets: Readonly<Record<"nodes" | "roots", Readonly<Record<string, string>>>>;
  readonly cases: readonly Case[];
};

const TARGETS: Targets = {
  nodes: new Map(Object.entries(FIXTURE.targets.nodes)),
  roots: new Map(Object.entries(FIXTURE.targets.roots)),
};

test.for(FIXTURE.cases)("$name", ({ stored, values }) => {
  const { steps, ...others } = resolveReferences(FIXTURE.schema, resolveValues(FIXTURE.schema, stored), TARGETS);

  expect({ ...others, steps: (steps as readonly Settings[]).map(({ target }) => ({ target })) }).toEqual(values);
});

test("references are found in settings, groups and lists", () => {
  const node: Schema = { control: "node" };

  expect(hasReferences(FIXTURE.schema)).toBe(true);
  expect(hasReferences({ properties: { frame: { control: "group", properties: { node } } } })).toBe(true);
  expect(hasReferences({ properties: { steps: { control: "list", items: { properties: { node } } } } })).toBe(true);
  expect(hasReferences({ properties: { label: { control: "line" } } })).toBe(false);
});
