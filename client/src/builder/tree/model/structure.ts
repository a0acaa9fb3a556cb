/** The structure of an editor's documents, as the server declares it (server/documents/structure.py). */

export type Axis = "block" | "inline";

export interface NodeLevel {
  /** Levels of the nodes allowed as children. */
  readonly holds: readonly string[];
  /** Layout of the children: stacked (`block`) or side by side (`inline`). */
  readonly axis: Axis;
  /** Maximum number of nodes of this level inside each other, including the outermost; null for no limit. */
  readonly depth: number | null;
  /** Whether a node can be limited to some recipients. */
  readonly hasConditions: boolean;
}

export interface TreeStructure {
  readonly root: NodeLevel;
  readonly levels: Readonly<Record<string, NodeLevel>>;
  /** By level, the level of the wrapper that its nodes get where they cannot be direct children. */
  readonly wrap: Readonly<Record<string, string>>;
  /** By kind, the setting that lists its slots: the `id` of each item is a slot. */
  readonly slots: Readonly<Record<string, string>>;
  /** Names of the Yjs maps in a document. */
  readonly maps: readonly string[];
  readonly limits: { readonly nodes: number; readonly sizeBytes: number };
}

/** The level with this name; undefined if the editor has none. */
export function getLevel({ levels }: TreeStructure, name: unknown): NodeLevel | undefined {
  return typeof name === "string" && Object.hasOwn(levels, name) ? levels[name] : undefined;
}

/** Whether nodes of a level accept leaves, so that a part goes directly into them. */
export function acceptsLeaves(structure: TreeStructure, name: string): boolean {
  return getLevel(structure, name)?.holds.some((held) => getLevel(structure, held)?.holds.length === 0) ?? false;
}

/** Levels of the wrappers around a node, outermost first; empty if its level is not wrapped. */
export function listWrapperLevels(structure: TreeStructure, name: string): readonly string[] {
  const outer = structure.wrap[name];
  if (outer === undefined) return [];
  const known = new Set([outer]);
  const paths: (readonly string[])[] = [[outer]];
  for (const path of paths) {
    const holds = getLevel(structure, path.at(-1))?.holds ?? [];
    if (holds.includes(name)) return path;
    for (const held of holds) {
      if (known.has(held)) continue;
      known.add(held);
      paths.push([...path, held]);
    }
  }
  return [];
}
