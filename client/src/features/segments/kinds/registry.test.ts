import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import type { BuilderKnown } from "./kind";
import { type Leaf, subjectGroups } from "./registry";

const t: Translate = (key) => String(key);
const KNOWN: BuilderKnown = {
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
const GONE: Leaf = { kind: "field", field: "custom:9", operator: "is", value: "x" };
const OWN: Leaf = { kind: "segment", segmentId: 4, member: true };

function offered(known: BuilderKnown, chosen: Leaf) {
  return subjectGroups(known, chosen, t).map(([group, options]) => [group, ...options.map(({ value }) => value)]);
}

test("a row offers what kinds have, under headings that they share", () => {
  expect(offered(KNOWN, LABELS)).toEqual([
    ["words.contact", "field:city"],
    ["words.customFields", "field:custom:7"],
    ["segments.activity.group", "activity:opened"],
    ["segments.groupSets", "label", "segment"],
  ]);
});

test("a deleted field is offered first, where it is chosen", () => {
  expect(offered(KNOWN, GONE)[0]).toEqual([undefined, "field:custom:9"]);
});

test("a segment is offered only where there is another one, or one is chosen", () => {
  const alone = { ...KNOWN, ownId: 4 };

  expect(offered(alone, LABELS).at(-1)).toEqual(["segments.groupSets", "label"]);
  expect(offered(alone, OWN).at(-1)).toEqual(["segments.groupSets", "label", "segment"]);
});
