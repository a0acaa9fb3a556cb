import type { Translate } from "@/lib/i18n/translation";
import { activity } from "./activity";
import { field } from "./field";
import type { BuilderKnown, ConditionName, Draft, RuleKind, SubjectOption, WireCondition } from "./kind";
import { label } from "./label";
import { segment } from "./segment";

/** All kinds of conditions, in the order in which a row offers them. */
export const KINDS = { field, activity, label, segment } satisfies {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a leaf of its own
  readonly [Name in ConditionName]: RuleKind<Extract<WireCondition, { kind: Name }>, any>;
};

/** A condition as it is being written. */
export type Leaf = ReturnType<(typeof KINDS)[ConditionName]["read"]>;

/** The kind of a condition or of its draft. */
export function kindOf<Rule extends Draft>({ kind }: Rule): RuleKind<WireCondition, Leaf> {
  return KINDS[kind] as unknown as RuleKind<WireCondition, Leaf>;
}

/** What the first list of a row offers, under headings; a group without one comes first. */
export function subjectGroups(known: BuilderKnown, chosen: Leaf, t: Translate) {
  const groups = new Map<string | undefined, SubjectOption[]>();
  for (const [name, kind] of Object.entries(KINDS) as [ConditionName, RuleKind<WireCondition, Leaf>][]) {
    for (const option of kind.subjects(known, chosen.kind === name ? chosen : undefined, t)) {
      groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    }
  }
  return [...groups];
}
