import type { RuleKind, Schemas } from "./kind";
import { listNames } from "./values";

export const OPERATORS = ["hasAny", "hasAll", "hasNone"] as const;

export interface LabelLeaf {
  readonly kind: "label";
  readonly operator: Schemas["LabelRule"]["operator"];
  readonly labelIds: readonly number[];
}

export const label: RuleKind<Schemas["LabelRule"], LabelLeaf> = {
  read: ({ operator, labelIds }) => ({ kind: "label", operator, labelIds }),
  subjectOf: () => "label",
  subjects: (_known, _chosen, t) => [{ value: "label", label: t("words.labels"), group: t("segments.groupSets") }],
  start: () => ({ kind: "label", operator: "hasAny", labelIds: [] }),
  lackOf: (_grammar, { labelIds }) =>
    labelIds.length > 0 ? undefined : { text: "segments.label.missing", part: "value" },
  describe: ({ operator, labelIds }, { labels }, t) =>
    t(`segments.label.says.${operator}`, { value: listNames(labelIds, labels, t).join(", ") || "…" }),
};
