import { expect, test } from "vitest";
import type { ActivityLeaf } from "./kinds/activity";
import { type DraftValue, type FieldLeaf, withOperator } from "./kinds/field";
import type { Grammar } from "./kinds/kind";
import { findMissingPart, withSubject } from "./leaves";
import type { Leaf } from "./tree";

const GRAMMAR: Grammar = {
  fields: [
    {
      key: "city",
      kind: "text",
      name: null,
      choices: [],
      operators: [
        { name: "is", takes: "text" },
        { name: "contains", takes: "text" },
        { name: "isEmpty", takes: "nothing" },
      ],
    },
    {
      key: "email",
      kind: "text",
      name: null,
      choices: [],
      operators: [
        { name: "is", takes: "text" },
        { name: "contains", takes: "text" },
      ],
    },
    {
      key: "state",
      kind: "choice",
      name: null,
      choices: ["bounced"],
      operators: [{ name: "isAnyOf", takes: "texts" }],
    },
    {
      key: "custom:7",
      kind: "number",
      name: "Visits",
      choices: [],
      operators: [
        { name: "is", takes: "number" },
        { name: "between", takes: "numbers" },
      ],
    },
    {
      key: "birthday",
      kind: "day",
      name: null,
      choices: [],
      operators: [
        { name: "is", takes: "day" },
        { name: "between", takes: "days" },
        { name: "inLastDays", takes: "count" },
      ],
    },
  ],
  activities: [{ name: "opened", subject: "campaign" }],
};

function buildFieldLeaf(key: string, operator: string, value: DraftValue): FieldLeaf {
  return { kind: "field", field: key, operator, value };
}

function buildOpenedLeaf(parts: Partial<ActivityLeaf>): ActivityLeaf {
  return {
    kind: "activity",
    activity: "opened",
    times: { operator: "atLeast", count: 1 },
    window: null,
    subjectId: null,
    ...parts,
  };
}

const CONTAINS_AYU = buildFieldLeaf("city", "contains", "ayu");

test.each<[string, Parameters<typeof withSubject>[1], Leaf | undefined, Leaf]>([
  ["another text keeps comparison and value", "field:email", CONTAINS_AYU, buildFieldLeaf("email", "contains", "ayu")],
  ["a choice begins empty", "field:state", CONTAINS_AYU, buildFieldLeaf("state", "isAnyOf", [])],
  [
    "the same name with another value begins empty",
    "field:custom:7",
    buildFieldLeaf("city", "is", "7"),
    buildFieldLeaf("custom:7", "is", null),
  ],
  ["labels begin empty", "label", CONTAINS_AYU, { kind: "label", operator: "hasAny", labelIds: [] }],
  ["a segment begins empty", "segment", undefined, { kind: "segment", segmentId: null, member: true }],
  ["an activity is once, ever", "activity:opened", CONTAINS_AYU, buildOpenedLeaf({})],
  [
    "another activity keeps times and window",
    "activity:opened",
    buildOpenedLeaf({ activity: "clicked", times: { operator: "exactly", count: 3 } }),
    buildOpenedLeaf({ times: { operator: "exactly", count: 3 } }),
  ],
])("asked for another reason: %s", (_, subject, before, after) => {
  expect(withSubject(GRAMMAR, subject, before)).toEqual(after);
});

test("another comparison keeps the value where both take the same", () => {
  expect(withOperator(GRAMMAR, CONTAINS_AYU, "is")).toEqual(buildFieldLeaf("city", "is", "ayu"));
  expect(withOperator(GRAMMAR, CONTAINS_AYU, "isEmpty")).toEqual(buildFieldLeaf("city", "isEmpty", null));
  expect(withOperator(GRAMMAR, buildFieldLeaf("birthday", "is", "1990-01-02"), "inLastDays").value).toBe(30);
});

test.each<[Leaf, string | undefined]>([
  [buildFieldLeaf("city", "is", " "), "segments.field.lacks.text"],
  [buildFieldLeaf("city", "is", "Bogor"), undefined],
  [buildFieldLeaf("city", "isEmpty", null), undefined],
  [buildFieldLeaf("state", "isAnyOf", []), "segments.field.lacks.texts"],
  [buildFieldLeaf("custom:7", "is", null), "segments.field.lacks.number"],
  [buildFieldLeaf("custom:7", "is", 0), undefined],
  [buildFieldLeaf("custom:7", "between", [2, 1]), "segments.field.lacks.numbers"],
  [buildFieldLeaf("custom:7", "between", [null, 1]), "segments.field.lacks.numbers"],
  [buildFieldLeaf("custom:7", "between", [-1, 1]), undefined],
  [buildFieldLeaf("birthday", "is", ""), "segments.field.lacks.day"],
  [buildFieldLeaf("birthday", "between", ["2026-02-01", "2026-01-31"]), "segments.field.lacks.days"],
  [buildFieldLeaf("birthday", "between", ["2026-01-31", "2026-02-01"]), undefined],
  [buildFieldLeaf("birthday", "inLastDays", 0), "segments.field.lacks.count"],
  [buildFieldLeaf("birthday", "inLastDays", 1.5), "segments.field.lacks.count"],
  [buildFieldLeaf("birthday", "inLastDays", 3660), undefined],
  [buildFieldLeaf("birthday", "inLastDays", 3661), "segments.field.lacks.count"],
  [buildFieldLeaf("custom:99", "is", "x"), "segments.field.lacks.gone"],
  [{ kind: "label", operator: "hasAny", labelIds: [] }, "segments.label.missing"],
  [{ kind: "segment", segmentId: null, member: true }, "segments.segment.missing"],
  [buildOpenedLeaf({ times: { operator: "atMost", count: 0 } }), undefined],
  [buildOpenedLeaf({ times: { operator: "atLeast", count: null } }), "segments.activity.lacks.times"],
  [buildOpenedLeaf({ times: { operator: "atLeast", count: 10_001 } }), "segments.activity.lacks.times"],
  [buildOpenedLeaf({ window: { kind: "lastDays", days: null } }), "segments.activity.lacks.days"],
  [buildOpenedLeaf({ window: { kind: "between", first: "2026-01-01", last: "" } }), "segments.activity.lacks.period"],
  [
    buildOpenedLeaf({ window: { kind: "between", first: "2026-01-02", last: "2026-01-01" } }),
    "segments.activity.lacks.periodOrder",
  ],
])("%o lacks %s", (leaf, text) => {
  expect(findMissingPart(GRAMMAR, leaf)?.text).toBe(text);
});
