import type { components } from "@/generated/api";
import type { TextKey, Translate } from "@/lib/i18n/translation";

export type Schemas = components["schemas"];
export type Rules = Schemas["Rules"];
export type WireRule = Rules["rules"][number];
/** A rule of the wire that is no group. */
export type WireCondition = Exclude<WireRule, { kind: "group" }>;
export type ConditionName = WireCondition["kind"];
export type Grammar = Schemas["GrammarOut"];

/** What the first list of a row offers: a kind of condition, with what it asks for where there are several. */
export type Subject = ConditionName | `${ConditionName}:${string}`;

export interface Named {
  readonly id: number;
  readonly name: string;
}

interface NamedRules extends Named {
  readonly rules: Rules;
}

/** What the texts of rules are made from. */
export interface Known {
  readonly grammar: Grammar;
  readonly labels: readonly Named[];
  readonly segments: readonly Named[];
  /** How a country is read that is kept by its English name. */
  readonly countryName: (stored: string) => string;
}

/** What the rows of the builder offer. `ownId` is the segment that is changed, which can't ask for itself. */
export interface BuilderKnown extends Known {
  readonly ownId: number | undefined;
}

export interface SubjectOption {
  readonly value: Subject;
  readonly label: string;
  /** The heading above it; options of several kinds can share one. */
  readonly group?: string;
}

/** What a condition still lacks: the sentence that says how to fix it, and the part of the row it is about. */
export interface Lack {
  readonly text: TextKey;
  readonly part: string;
}

/** A condition during editing: parts that are not entered yet are null or empty. */
export interface Draft {
  readonly kind: ConditionName;
}

/**
 * A kind of condition (server/segments/rules). Its form control is in `controls.ts`, so that a list that only describes
 * rules loads none.
 */
export interface RuleKind<Condition extends WireCondition, Leaf extends Draft> {
  readonly read: (rule: Condition) => Leaf;
  readonly subjectOf: (leaf: Leaf) => Subject;
  /** What a row offers of this kind; `chosen` is set if the row has this kind. */
  readonly subjects: (known: BuilderKnown, chosen: Leaf | undefined, t: Translate) => readonly SubjectOption[];
  /** A condition to begin with, about the subject `kind:name`. What still fits of `previous` stays. */
  readonly start: (grammar: Grammar, name: string, previous: Draft | undefined) => Leaf;
  readonly lackOf: (grammar: Grammar, leaf: Leaf) => Lack | undefined;
  /** The condition as a sentence. */
  readonly describe: (leaf: Leaf, known: Known, t: Translate) => string;
  /** The rules that an explanation shows below the condition. */
  readonly rulesBelow?: (leaf: Leaf, segments: readonly NamedRules[]) => Rules | undefined;
}

export interface ControlProps<Leaf extends Draft> {
  readonly leaf: Leaf;
  readonly known: BuilderKnown;
  /** The part that is wrong. */
  readonly wrongPart: string | undefined;
  readonly describedBy: string | undefined;
  /** `part` tells typing in one control from a change of another, so that undoing takes back whole words. */
  readonly onChange: (leaf: Leaf, part?: string) => void;
}
