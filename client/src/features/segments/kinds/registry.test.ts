import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import type { BuilderContext } from "./kind";
import { type Leaf, listSubjectGroups } from "./registry";

const t: Translate = (key) => String(key);
const CONTEXT: BuilderContext = {
  grammar: {
    fields: [
      { key: "custom:7", kind: "number", name: "Visits", choices: [], operators: [] },
      { key: "city", kind: "text", name: null, choices: [], operators: [] },
    ],
    activities: [{ name: "opened", subject: "campaign" }],
  },
  labels: [],
  segments: [{ id: 4, name: "Bogor" }],
  countryName: String,
  ownId: undefined,
};
const LABELS: Leaf = { kind: "label", operator: "hasAny", labelIds: [] };
const DELETED_FIELD_LEAF: Leaf = { kind: "field", field: "custom:9", operator: "is", value: "x" };
const SEGMENT_LEAF: Leaf = { kind: "segment", segmentId: 4, member: true };

function listSubjectValues(known: BuilderContext, chosen: Leaf) {
  return listSubjectGroups(known, chosen, t).map(([group, options]) => [group, ...options.map(({ value }) => value)]);
}

test("a row offers what kinds have, under headings that they share", () => {
  expect(listSubjectValues(CONTEXT, LABELS)).toEqual([
    ["words.contact", "field:city"],
    ["words.customFields", "field:custom:7"],
    ["segments.activity.group", "activity:opened"],
    ["segments.groupSets", "label", "segment"],
  ]);
});

test("a deleted field is offered first, where it is chosen", () => {
  expect(listSubjectValues(CONTEXT, DELETED_FIELD_LEAF)[0]).toEqual([undefined, "field:custom:9"]);
});

test("a segment is offered only where there is another one, or one is chosen", () => {
  const alone = { ...CONTEXT, ownId: 4 };

  expect(listSubjectValues(alone, LABELS).at(-1)).toEqual(["segments.groupSets", "label"]);
  expect(listSubjectValues(alone, SEGMENT_LEAF).at(-1)).toEqual(["segments.groupSets", "label", "segment"]);
});
