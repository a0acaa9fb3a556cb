import type { Translate } from "@/lib/i18n/translation";
import type { ConditionName, Grammar, MissingPart, RuleContext, Subject } from "./kinds/kind";
import { getKind, KINDS, type Leaf } from "./kinds/registry";
import type { GroupNode, LeafNode } from "./tree";
import { listNodes } from "./tree";

export function getSubject(leaf: Leaf): Subject {
  return getKind(leaf).subjectOf(leaf);
}

/** A new leaf for the subject. Compatible parts of the previous one are reused. */
export function withSubject(grammar: Grammar, subject: Subject, previous?: Leaf): Leaf {
  const [kind = "field", ...name] = subject.split(":");
  return KINDS[kind as ConditionName].start(grammar, name.join(":"), previous);
}

export function findMissingPart(grammar: Grammar, leaf: Leaf): MissingPart | undefined {
  return getKind(leaf).lackOf(grammar, leaf);
}

/** A condition as a sentence. */
export function describeLeaf(leaf: Leaf, known: RuleContext, t: Translate): string {
  return getKind(leaf).describe(leaf, known, t);
}

/** Missing parts of a tree's leaves, by key. */
export function findMissingParts(grammar: Grammar, root: GroupNode): ReadonlyMap<string, MissingPart> {
  const leaves = listNodes(root).filter((node): node is LeafNode => node.kind === "leaf");
  return new Map(
    leaves.flatMap(({ key, leaf }) => {
      const lack = findMissingPart(grammar, leaf);
      return lack ? [[key, lack] as const] : [];
    }),
  );
}
