import type { Translate } from "@/lib/i18n/translation";
import type { ConditionName, Grammar, Known, Lack, Subject } from "./kinds/kind";
import { KINDS, kindOf, type Leaf } from "./kinds/registry";
import type { GroupNode, LeafNode } from "./tree";
import { listNodes } from "./tree";

export function subjectOf(leaf: Leaf): Subject {
  return kindOf(leaf).subjectOf(leaf);
}

/** A new leaf for the subject. Compatible parts of the previous one are reused. */
export function withSubject(grammar: Grammar, subject: Subject, previous?: Leaf): Leaf {
  const [kind = "field", ...name] = subject.split(":");
  return KINDS[kind as ConditionName].start(grammar, name.join(":"), previous);
}

export function lackOf(grammar: Grammar, leaf: Leaf): Lack | undefined {
  return kindOf(leaf).lackOf(grammar, leaf);
}

/** A condition as a sentence. */
export function describeLeaf(leaf: Leaf, known: Known, t: Translate): string {
  return kindOf(leaf).describe(leaf, known, t);
}

/** Missing parts of a tree's leaves, by key. */
export function lacksOf(grammar: Grammar, root: GroupNode): ReadonlyMap<string, Lack> {
  const leaves = listNodes(root).filter((node): node is LeafNode => node.kind === "leaf");
  return new Map(
    leaves.flatMap(({ key, leaf }) => {
      const lack = lackOf(grammar, leaf);
      return lack ? [[key, lack] as const] : [];
    }),
  );
}
