/** The structures that both languages share (tests/fixtures/documents/structures.json). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Snapshot } from "../model/snapshot";
import type { TreeStructure } from "../model/structure";
import { getParentLevel, iterateBranches, type LocatedBranch, listSlots } from "../model/tree-positions";

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/structures.json");

export const STRUCTURES = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<
  Record<"rows" | "fields" | "shallowFields", TreeStructure>
>;

/** Violations of a structure: nodes that appear twice, in an unsuitable parent, outside its slots, or too deep. */
export function listViolations(now: Snapshot): readonly LocatedBranch[] {
  const seen = new Set<string>();
  return [...iterateBranches(now)].filter(({ branch, parent, nesting }) => {
    const again = seen.has(branch.id);
    seen.add(branch.id);
    const depth = now.structure.levels[branch.level]?.depth ?? Number.POSITIVE_INFINITY;
    const isHeld =
      getParentLevel(now, parent)?.holds.includes(branch.level) && listSlots(now, parent).includes(branch.slot);
    return again || !isHeld || (nesting[branch.level] ?? 0) >= depth;
  });
}
