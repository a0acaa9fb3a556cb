import type { RuleKind, Schemas } from "./kind";
import { listNames } from "./values";

export interface SegmentLeaf {
  readonly kind: "segment";
  readonly segmentId: number | null;
  readonly member: boolean;
}

export const segment: RuleKind<Schemas["SegmentRule"], SegmentLeaf> = {
  read: ({ segmentId, member = true }) => ({ kind: "segment", segmentId, member }),
  subjectOf: () => "segment",
  subjects: ({ segments, ownId }, chosen, t) =>
    chosen || segments.some(({ id }) => id !== ownId)
      ? [{ value: "segment", label: t("words.segment"), group: t("segments.groupSets") }]
      : [],
  start: () => ({ kind: "segment", segmentId: null, member: true }),
  lackOf: (_grammar, { segmentId }) =>
    segmentId === null ? { text: "segments.segment.missing", part: "value" } : undefined,
  describe: ({ segmentId, member }, { segments }, t) => {
    const name = segmentId === null ? "…" : (listNames([segmentId], segments, t)[0] ?? "…");
    return t(`segments.segment.says.${member ? "in" : "notIn"}`, { name });
  },
  rulesBelow: ({ segmentId }, segments) => segments.find(({ id }) => id === segmentId)?.rules,
};
