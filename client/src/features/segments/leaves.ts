import type { components } from "@/generated/api";
import type { DraftValue, FieldLeaf, GroupNode, Leaf, LeafNode } from "./tree";
import { walk } from "./tree";

type Schemas = components["schemas"];
export type Grammar = Schemas["GrammarOut"];
export type Askable = Schemas["AskableOut"];
export type Takes = Schemas["Takes"];

/** The activity that a rule asks for, the field, the labels or the segments: what the first list of a row offers. */
export type Subject = `field:${string}` | `activity:${string}` | "label" | "segment";

export const LONGEST_DAYS = 3660;
export const MOST_TIMES = 10_000;

export function askableOf(grammar: Grammar, field: string): Askable | undefined {
  return grammar.fields.find(({ key }) => key === field);
}

/** What stands beside the leaf's comparison; undefined for a field that has gone. */
export function takesOf(grammar: Grammar, { field, operator }: FieldLeaf): Takes | undefined {
  return askableOf(grammar, field)?.operators.find(({ name }) => name === operator)?.takes;
}

const EMPTY: Readonly<Record<Takes, DraftValue>> = {
  nothing: null,
  text: "",
  texts: [],
  number: null,
  numbers: [null, null],
  day: "",
  days: ["", ""],
  count: 30,
};

export function subjectOf(leaf: Leaf): Subject {
  if (leaf.kind === "field") return `field:${leaf.field}`;
  return leaf.kind === "activity" ? `activity:${leaf.activity}` : leaf.kind;
}

/** A fresh leaf for the subject; what of the one before still fits stays. */
export function withSubject(grammar: Grammar, subject: Subject, before?: Leaf): Leaf {
  if (subject === "label") return { kind: "label", operator: "hasAny", labelIds: [] };
  if (subject === "segment") return { kind: "segment", segmentId: null, member: true };
  const [kind, name = ""] = [subject.slice(0, subject.indexOf(":")), subject.slice(subject.indexOf(":") + 1)];
  if (kind === "activity") {
    if (before?.kind === "activity") return { ...before, activity: name };
    return {
      kind: "activity",
      activity: name,
      times: { operator: "atLeast", count: 1 },
      window: null,
      subjectId: null,
    };
  }
  const operators = askableOf(grammar, name)?.operators ?? [];
  const kept = before?.kind === "field" ? operators.find((one) => one.name === before.operator) : undefined;
  const operator = kept ?? operators[0];
  const takes = operator?.takes ?? "text";
  const fits = before?.kind === "field" && kept && takes === takesOf(grammar, before) && takes !== "texts";
  const value = fits ? before.value : EMPTY[takes];
  return { kind: "field", field: name, operator: operator?.name ?? "is", value };
}

/** The leaf with another comparison; its value stays where both take the same. */
export function withOperator(grammar: Grammar, leaf: FieldLeaf, operator: string): FieldLeaf {
  const next = { ...leaf, operator };
  const takes = takesOf(grammar, next);
  return takes === takesOf(grammar, leaf) ? next : { ...next, value: EMPTY[takes ?? "text"] };
}

/** What a leaf still lacks: the name of a sentence that says how to mend it, and the part of the row it is about. */
export interface Lack {
  readonly words: Takes | "gone" | "labels" | "segment" | "times" | "period" | "periodOrder";
  readonly part: "subject" | "value" | "times" | "window";
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function inOrder(value: DraftValue): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, last] = value as readonly unknown[];
  return first !== null && last !== null && first !== "" && last !== "" && (first as number) <= (last as number);
}

const FITS: Readonly<Record<Takes, (value: DraftValue) => boolean>> = {
  nothing: () => true,
  text: (value) => typeof value === "string" && value.trim() !== "",
  texts: (value) => Array.isArray(value) && value.length > 0,
  number: (value) => typeof value === "number",
  numbers: inOrder,
  day: (value) => typeof value === "string" && value !== "",
  days: inOrder,
  count: (value) => isWhole(value, 1, LONGEST_DAYS),
};

export function lackOf(grammar: Grammar, leaf: Leaf): Lack | undefined {
  switch (leaf.kind) {
    case "field": {
      const takes = takesOf(grammar, leaf);
      if (!takes) return { words: "gone", part: "subject" };
      return FITS[takes](leaf.value) ? undefined : { words: takes, part: "value" };
    }
    case "label":
      return leaf.labelIds.length > 0 ? undefined : { words: "labels", part: "value" };
    case "segment":
      return leaf.segmentId === null ? { words: "segment", part: "value" } : undefined;
    case "activity": {
      if (!isWhole(leaf.times.count, 0, MOST_TIMES)) return { words: "times", part: "times" };
      if (leaf.window?.kind === "lastDays" && !isWhole(leaf.window.days, 1, LONGEST_DAYS))
        return { words: "count", part: "window" };
      if (leaf.window?.kind !== "between") return undefined;
      const { first, last } = leaf.window;
      if (!first || !last) return { words: "period", part: "window" };
      return first <= last ? undefined : { words: "periodOrder", part: "window" };
    }
  }
}

/** What the leaves of a tree lack, by key. */
export function lacksOf(grammar: Grammar, root: GroupNode): ReadonlyMap<string, Lack> {
  const leaves = walk(root).filter((node): node is LeafNode => node.kind === "leaf");
  return new Map(
    leaves.flatMap(({ key, leaf }) => {
      const lack = lackOf(grammar, leaf);
      return lack ? [[key, lack] as const] : [];
    }),
  );
}
