import type { Translate } from "@/lib/i18n/translation";
import { activity } from "./activity";
import { field } from "./field";
import type { BuilderContext, ConditionName, RuleDraft, RuleKind, SubjectOption, WireCondition } from "./kind";
import { label } from "./label";
import { segment } from "./segment";

/** All kinds of conditions, in the order of a row's options. */
export const KINDS = { field, activity, label, segment } satisfies {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a leaf of its own
  readonly [Name in ConditionName]: RuleKind<Extract<WireCondition, { kind: Name }>, any>;
};

/** A condition during editing. */
export type Leaf = ReturnType<(typeof KINDS)[ConditionName]["read"]>;

/** The kind of a condition or of its draft. */
export function getKind<Rule extends RuleDraft>({ kind }: Rule): RuleKind<WireCondition, Leaf> {
  return KINDS[kind] as unknown as RuleKind<WireCondition, Leaf>;
}

/** Options of a row's first list, grouped by heading; options without a heading come first. */
export function listSubjectGroups(known: BuilderContext, chosen: Leaf, t: Translate) {
  const groups = new Map<string | undefined, SubjectOption[]>();
  for (const [name, kind] of Object.entries(KINDS) as [ConditionName, RuleKind<WireCondition, Leaf>][]) {
    for (const option of kind.subjects(known, chosen.kind === name ? chosen : undefined, t)) {
      groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    }
  }
  return [...groups];
}
