import { type GroupNode, groupNode, type Leaf, leafNode } from "./tree";

/** Templates of new segments. */
export const STARTS = ["opened30", "neverOpened", "newThisWeek"] as const;
export type Start = (typeof STARTS)[number];

const LEAVES: Readonly<Record<Start, Leaf>> = {
  opened30: {
    kind: "activity",
    activity: "opened",
    times: { operator: "atLeast", count: 1 },
    window: { kind: "lastDays", days: 30 },
    subjectId: null,
  },
  neverOpened: {
    kind: "activity",
    activity: "opened",
    times: { operator: "atMost", count: 0 },
    window: null,
    subjectId: null,
  },
  newThisWeek: { kind: "field", field: "createdAt", operator: "inLastDays", value: 7 },
};

/** A new tree for a known template. */
export function buildTemplateTree(start: string | null): GroupNode | undefined {
  const template = STARTS.find((one) => one === start);
  return template && groupNode("all", [leafNode(LEAVES[template])]);
}
