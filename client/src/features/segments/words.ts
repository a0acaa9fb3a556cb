import dayjs from "dayjs";
import { DATE_WORDS } from "@/lib/constants";
import { integer } from "@/lib/filters";
import { composedKey, type Translate } from "@/lib/i18n/translation";
import { askableOf, type Grammar, takesOf } from "./leaves";
import type { ActivityLeaf, FieldLeaf, GroupNode, Leaf, Node } from "./tree";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What words of rules are made from. */
export interface Known {
  readonly grammar: Grammar;
  readonly labels: readonly Named[];
  readonly segments: readonly Named[];
  /** How a country is read that is kept by its English name. */
  readonly countryName: (stored: string) => string;
}

/** How a group joins what is in it, as one choice. */
export const JOINS = ["all", "any", "notAny", "notAll"] as const;
export type Join = (typeof JOINS)[number];

export function joinOf({ match, negated }: Pick<GroupNode, "match" | "negated">): Join {
  if (!negated) return match;
  return match === "any" ? "notAny" : "notAll";
}

export function groupOf(join: Join): Pick<GroupNode, "match" | "negated"> {
  return { match: join === "all" || join === "notAll" ? "all" : "any", negated: join.startsWith("not") };
}

/** Standard fields by the client's words, custom ones by their names. */
export function fieldWords(grammar: Grammar, key: string, t: Translate): string {
  const asked = askableOf(grammar, key);
  if (!asked) return t("segments.goneField");
  return asked.name ?? t(composedKey(`segments.fields.${key}`));
}

const WORDED: ReadonlySet<string> = new Set(["state", "gender", "funnel"]);

/** One of a choice's values: by the team's name for it, else by our words, and a custom field's own are its words. */
export function choiceWords(grammar: Grammar, field: string, choice: string, t: Translate): string {
  const named = askableOf(grammar, field)?.choiceNames?.[choice];
  return named ?? (WORDED.has(field) ? t(composedKey(`segments.choices.${field}.${choice}`)) : choice);
}

function dayWords(day: unknown): string {
  return typeof day === "string" && day ? dayjs(day).format(DATE_WORDS) : "…";
}

function numberWords(value: unknown): string {
  return typeof value === "number" ? String(value) : "…";
}

function listed(words: readonly string[], t: Translate): string {
  const [only = "…"] = words;
  if (words.length < 2) return only;
  return t("segments.orList", { first: words.slice(0, -1).join(", "), last: words.at(-1) });
}

/** A whole country by its name; a part of one stays as it was typed. */
function textWords({ field, operator, value }: FieldLeaf, countryName: Known["countryName"]): string {
  const isWhole = operator === "is" || operator === "isNot";
  return field === "country" && isWhole ? countryName(String(value)) : String(value);
}

function ofField(leaf: FieldLeaf, { grammar, countryName }: Known, t: Translate): string {
  const { field, operator, value } = leaf;
  const name = fieldWords(grammar, field, t);
  const takes = takesOf(grammar, leaf);
  const key = composedKey(`segments.says.${operator}`);
  const pair = Array.isArray(value) ? (value as readonly unknown[]) : [];
  switch (takes) {
    case "texts":
      return t(key, {
        name,
        value: listed(
          pair.map((one) => choiceWords(grammar, field, String(one), t)),
          t,
        ),
      });
    case "text":
      return t(key, { name, value: value ? `“${textWords(leaf, countryName)}”` : "…" });
    case "number":
      return t(key, { name, value: numberWords(value) });
    case "numbers":
      return t(key, { name, first: numberWords(pair[0]), last: numberWords(pair[1]) });
    case "day":
      return t(composedKey(`segments.saysDay.${operator}`), { name, value: dayWords(value) });
    case "days":
      return t(key, { name, first: dayWords(pair[0]), last: dayWords(pair[1]) });
    case "count":
      return t(key, { name, count: typeof value === "number" ? value : 0, value: numberWords(value) });
    default:
      return t(key, { name });
  }
}

function ofActivity({ activity, times, window, subjectId }: ActivityLeaf, t: Translate): string {
  const isNever = times.operator === "atMost" && times.count === 0;
  const isOnce = times.operator === "atLeast" && times.count === 1;
  const parts = [t(composedKey(`segments.${isNever ? "never" : "activities"}.${activity}`))];
  if (subjectId) parts.push(t("segments.ofOneCampaign"));
  if (!isNever && !isOnce) {
    parts.push(
      t(`segments.saysTimes.${times.operator}`, { count: times.count ?? 0, total: integer(times.count ?? 0) }),
    );
  }
  if (window?.kind === "lastDays") {
    parts.push(t("segments.saysWindow.lastDays", { count: window.days ?? 0, total: numberWords(window.days) }));
  }
  if (window?.kind === "between") {
    parts.push(t("segments.saysWindow.between", { first: dayWords(window.first), last: dayWords(window.last) }));
  }
  return parts.join(", ");
}

function namesOf(ids: readonly number[], known: readonly Named[], t: Translate): readonly string[] {
  return ids.map((id) => known.find((one) => one.id === id)?.name ?? t("terms.deleted"));
}

/** A condition in words. */
export function leafWords(leaf: Leaf, known: Known, t: Translate): string {
  switch (leaf.kind) {
    case "field":
      return ofField(leaf, known, t);
    case "label":
      return t(`segments.saysLabels.${leaf.operator}`, {
        value: namesOf(leaf.labelIds, known.labels, t).join(", ") || "…",
      });
    case "activity":
      return ofActivity(leaf, t);
    case "segment": {
      const name = leaf.segmentId === null ? "…" : (namesOf([leaf.segmentId], known.segments, t)[0] ?? "…");
      return t(`segments.saysSegment.${leaf.member ? "in" : "notIn"}`, { name });
    }
  }
}

function nodeWords(node: Node, known: Known, t: Translate): string {
  if (node.kind === "leaf") return leafWords(node.leaf, known, t);
  const [only] = node.rules;
  if (only && node.rules.length === 1 && !node.negated) return nodeWords(only, known, t);
  const inner = node.rules.map((one) => nodeWords(one, known, t));
  return t(`segments.inner.${joinOf(node)}`, { rules: inner.join(t("segments.between")) });
}

/** A whole tree as one sentence. */
export function sentence(root: GroupNode, known: Known, t: Translate): string {
  const [only] = root.rules;
  if (!only) return t("segments.nobody");
  if (root.rules.length === 1 && !root.negated) return t("segments.whole.one", { rules: nodeWords(only, known, t) });
  const inner = root.rules.map((one) => nodeWords(one, known, t));
  return t(`segments.whole.${joinOf(root)}`, { rules: inner.join(t("segments.between")) });
}

/** A whole tree in the words of its rules alone. */
export function brief(root: GroupNode, known: Known, t: Translate): string {
  if (root.rules.length === 0) return t("segments.nobody");
  if (root.negated) return nodeWords(root, known, t);
  return root.rules.map((one) => nodeWords(one, known, t)).join(` ${t(`segments.joint.${root.match}`)} `);
}
