import { createGroupNode, createLeafNode, type GroupNode, type Leaf } from "./tree";

/** Templates of new segments. */
export const SEGMENT_TEMPLATES = ["opened30", "neverOpened", "newThisWeek"] as const;
export type SegmentTemplate = (typeof SEGMENT_TEMPLATES)[number];

const LEAF_BY_TEMPLATE: Readonly<Record<SegmentTemplate, Leaf>> = {
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
  const template = SEGMENT_TEMPLATES.find((one) => one === start);
  return template && createGroupNode("all", [createLeafNode(LEAF_BY_TEMPLATE[template])]);
}
