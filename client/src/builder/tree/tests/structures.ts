/** The structures that both languages share (tests/fixtures/documents/structures.json). */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Found, levelIn, slotsIn, walk } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import type { Structure } from "../model/structure";

const FILE = resolve(import.meta.dirname, "../../../../../tests/fixtures/documents/structures.json");

export const STRUCTURES = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<
  Record<"rows" | "fields" | "shallowFields", Structure>
>;

/** Violations of a structure: nodes drawn twice, in an unsuitable parent, outside its slots, or too deep. */
export function faultsIn(now: Snapshot): readonly Found[] {
  const seen = new Set<string>();
  return [...walk(now)].filter(({ branch, parent, nesting }) => {
    const again = seen.has(branch.id);
    seen.add(branch.id);
    const depth = now.structure.levels[branch.level]?.depth ?? Number.POSITIVE_INFINITY;
    const isHeld = levelIn(now, parent)?.holds.includes(branch.level) && slotsIn(now, parent).includes(branch.slot);
    return again || !isHeld || (nesting[branch.level] ?? 0) >= depth;
  });
}
