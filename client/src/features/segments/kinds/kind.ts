import type { components } from "@/generated/api";
import type { TextKey, Translate } from "@/lib/i18n/translation";

export type Schemas = components["schemas"];
export type Rules = Schemas["Rules"];
export type WireRule = Rules["rules"][number];
/** A rule in the server's form that is not a group. */
export type WireCondition = Exclude<WireRule, { kind: "group" }>;
export type ConditionName = WireCondition["kind"];
export type Grammar = Schemas["SegmentGrammarOut"];

/** An option in a row's first list: a kind of condition, followed by its subject where there are several. */
export type Subject = ConditionName | `${ConditionName}:${string}`;

export interface NamedRecord {
  readonly id: number;
  readonly name: string;
}

interface NamedRuleSet extends NamedRecord {
  readonly rules: Rules;
}

/** Data that the texts of rules need. */
export interface RuleContext {
  readonly grammar: Grammar;
  readonly labels: readonly NamedRecord[];
  readonly segments: readonly NamedRecord[];
  /** Display name of a country, which is stored by its English name. */
  readonly countryName: (stored: string) => string;
}

/** Data that the builder's rows need. `ownId` is the edited segment, which cannot refer to itself. */
export interface BuilderContext extends RuleContext {
  readonly ownId: number | undefined;
}

export interface SubjectOption {
  readonly value: Subject;
  readonly label: string;
  /** Heading of the option; several kinds can share one. */
  readonly group?: string;
}

/** The missing part of a condition: how to fix it, and the control it belongs to. */
export interface MissingPart {
  readonly text: TextKey;
  readonly part: string;
}

/** A condition during editing: parts that are not entered yet are null or empty. */
export interface RuleDraft {
  readonly kind: ConditionName;
}

/**
 * A kind of condition (server/segments/rules). Its form control is in `controls.ts`, so that a list that only describes
 * rules loads none.
 */
export interface RuleKind<Condition extends WireCondition, Leaf extends RuleDraft> {
  readonly read: (rule: Condition) => Leaf;
  readonly subjectOf: (leaf: Leaf) => Subject;
  /** Options of this kind in a row; `chosen` is set if the row has this kind. */
  readonly subjects: (known: BuilderContext, chosen: Leaf | undefined, t: Translate) => readonly SubjectOption[];
  /** A new condition about the subject `kind:name`. Compatible parts of `previous` are reused. */
  readonly start: (grammar: Grammar, name: string, previous: RuleDraft | undefined) => Leaf;
  readonly lackOf: (grammar: Grammar, leaf: Leaf) => MissingPart | undefined;
  /** The condition as a sentence. */
  readonly describe: (leaf: Leaf, known: RuleContext, t: Translate) => string;
  /** The rules that an explanation shows below the condition. */
  readonly rulesBelow?: (leaf: Leaf, segments: readonly NamedRuleSet[]) => Rules | undefined;
}

export interface RuleControlProps<Leaf extends RuleDraft> {
  readonly leaf: Leaf;
  readonly known: BuilderContext;
  /** The invalid part. */
  readonly wrongPart: string | undefined;
  readonly describedBy: string | undefined;
  /** `part` separates typing in one control from changes of another, so that undo reverts whole words. */
  readonly onChange: (leaf: Leaf, part?: string) => void;
}
