import type { Rules } from "@/features/segments/public";
import type { ListQuery } from "./list-query";

type Rule = Rules["rules"][number];

const SEARCHED_FIELDS = ["email", "firstname", "lastname", "company"] as const;

/** Each word must occur in one of the searched fields. */
function toSearchRules(search: string): readonly Rule[] {
  return search
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((value) => ({
      kind: "group",
      match: "any",
      negated: false,
      rules: SEARCHED_FIELDS.map((field) => ({ kind: "field", field, operator: "contains", value })),
    }));
}

/** Rules that must all match are inlined; any other group remains a group. */
function inlineRules(given: Rules): readonly Rule[] {
  return given.match === "all" && !given.negated ? given.rules : [given];
}

/** The list's filters as rules of a segment; undefined without any. */
export function buildListRules({ search, labels, state, stage, segment, rules: given }: ListQuery): Rules | undefined {
  const labelIds = labels.map(Number).filter(Number.isInteger);
  const rules: Rule[] = given ? [...inlineRules(JSON.parse(given) as Rules)] : [];
  if (segment) rules.push({ kind: "segment", segmentId: Number(segment), member: true });
  if (labelIds.length > 0) rules.push({ kind: "label", operator: "hasAny", labelIds });
  if (state) rules.push({ kind: "field", field: "state", operator: "isAnyOf", value: [state] });
  if (stage === "none") rules.push({ kind: "field", field: "funnel", operator: "isEmpty" });
  else if (stage) rules.push({ kind: "field", field: "funnel", operator: "isAnyOf", value: [stage] });
  rules.push(...toSearchRules(search));
  return rules.length > 0 ? { kind: "group", match: "all", negated: false, rules } : undefined;
}
