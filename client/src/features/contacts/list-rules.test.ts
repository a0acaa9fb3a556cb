import { expect, test } from "vitest";
import { readListQuery } from "./list-query";
import { buildListRules } from "./list-rules";

function readRules(address: string) {
  return buildListRules(readListQuery(new URLSearchParams(address)));
}

test("a list that is not narrowed has no rules", () => {
  expect(readRules("sort=email&page=3")).toBeUndefined();
});

test("segment, labels and state become one rule each", () => {
  expect(readRules("segment=4&label=1&label=2&state=bounced")).toEqual({
    kind: "group",
    match: "all",
    negated: false,
    rules: [
      { kind: "segment", segmentId: 4, member: true },
      { kind: "label", operator: "hasAny", labelIds: [1, 2] },
      { kind: "field", field: "state", operator: "isAnyOf", value: ["bounced"] },
    ],
  });
});

test("each word of a search is looked for in every field that the list searches", () => {
  const fields = ["email", "firstname", "lastname", "company"];
  const anywhere = (value: string) => ({
    kind: "group",
    match: "any",
    negated: false,
    rules: fields.map((field) => ({ kind: "field", field, operator: "contains", value })),
  });

  expect(readRules("search=ayu+lestari")?.rules).toEqual([anywhere("ayu"), anywhere("lestari")]);
});

test("conditions that must all hold stand before the others, and any other group stays whole", () => {
  const leaf = { kind: "field", field: "city", operator: "is", value: "Bogor" };
  const at = (group: object) => {
    const rules = JSON.stringify({ kind: "group", match: "all", negated: false, rules: [leaf], ...group });
    return readRules(new URLSearchParams({ state: "bounced", rules }).toString())?.rules;
  };
  const bounced = { kind: "field", field: "state", operator: "isAnyOf", value: ["bounced"] };

  expect(at({})).toEqual([leaf, bounced]);
  expect(at({ match: "any" })).toEqual([{ kind: "group", match: "any", negated: false, rules: [leaf] }, bounced]);
  expect(at({ negated: true })).toEqual([{ kind: "group", match: "all", negated: true, rules: [leaf] }, bounced]);
});

test("a stage of the funnel becomes a rule, and so does none", () => {
  expect(readRules("stage=decision")?.rules).toEqual([
    { kind: "field", field: "funnel", operator: "isAnyOf", value: ["decision"] },
  ]);
  expect(readRules("stage=none")?.rules).toEqual([{ kind: "field", field: "funnel", operator: "isEmpty" }]);
});
