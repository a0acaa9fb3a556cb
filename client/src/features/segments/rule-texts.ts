import type { Translate } from "@/lib/i18n/translation";
import type { RuleContext } from "./kinds/kind";
import { describeLeaf } from "./leaves";
import type { GroupNode, RuleNode } from "./tree";

/** How a group combines its rules, as a single choice. */
export const JOINS = ["all", "any", "notAny", "notAll"] as const;
export type Join = (typeof JOINS)[number];

export function getJoin({ match, negated }: Pick<GroupNode, "match" | "negated">): Join {
  if (!negated) return match;
  return match === "any" ? "notAny" : "notAll";
}

export function parseJoin(join: Join): Pick<GroupNode, "match" | "negated"> {
  return { match: join === "all" || join === "notAll" ? "all" : "any", negated: join.startsWith("not") };
}

function describeNode(node: RuleNode, known: RuleContext, t: Translate): string {
  if (node.kind === "leaf") return describeLeaf(node.leaf, known, t);
  const [only] = node.rules;
  if (only && node.rules.length === 1 && !node.negated) return describeNode(only, known, t);
  const inner = node.rules.map((one) => describeNode(one, known, t));
  return t(`segments.inner.${getJoin(node)}`, { rules: inner.join(t("segments.between")) });
}

/** A tree as one sentence. */
export function describeTree(root: GroupNode, known: RuleContext, t: Translate): string {
  const [only] = root.rules;
  if (!only) return t("segments.nobody");
  if (root.rules.length === 1 && !root.negated) return t("segments.whole.one", { rules: describeNode(only, known, t) });
  const inner = root.rules.map((one) => describeNode(one, known, t));
  return t(`segments.whole.${getJoin(root)}`, { rules: inner.join(t("segments.between")) });
}

/** A tree as the text of its rules alone. */
export function describeRulesOnly(root: GroupNode, known: RuleContext, t: Translate): string {
  if (root.rules.length === 0) return t("segments.nobody");
  if (root.negated) return describeNode(root, known, t);
  return root.rules.map((one) => describeNode(one, known, t)).join(` ${t(`segments.joint.${root.match}`)} `);
}
