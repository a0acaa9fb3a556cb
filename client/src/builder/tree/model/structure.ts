/** The structure of an editor's documents, as the server declares it (server/documents/structure.py). */

export type Axis = "block" | "inline";

export interface NodeLevel {
  /** The levels of what can lie in a node of this one. */
  readonly holds: readonly string[];
  /** Under each other, or beside each other. */
  readonly axis: Axis;
  /** How many of this level can lie in each other, the outermost counted; null where its place says it. */
  readonly depth: number | null;
  /** Whether a node can be shown to some readers alone. */
  readonly hasConditions: boolean;
}

export interface Structure {
  readonly root: NodeLevel;
  readonly levels: Readonly<Record<string, NodeLevel>>;
  /** By level the one that a node gets around itself where it can't stand alone. */
  readonly wrap: Readonly<Record<string, string>>;
  /** By kind the setting whose items, by their `id`, are places of their own in it. */
  readonly slots: Readonly<Record<string, string>>;
  /** The maps of Yjs that a document consists of. */
  readonly maps: readonly string[];
  readonly limits: { readonly nodes: number; readonly sizeBytes: number };
}

/** Slots of one node that are read; each node in it is looked for among them. */
export const MAX_SLOTS = 200;

/** The level of this name; undefined where the editor has none. */
export function levelOf({ levels }: Structure, name: unknown): NodeLevel | undefined {
  return typeof name === "string" && Object.hasOwn(levels, name) ? levels[name] : undefined;
}

/** Whether nodes of a level hold some that hold nothing: a part is put right into them. */
export function holdsLeaves(structure: Structure, name: string): boolean {
  return levelOf(structure, name)?.holds.some((held) => levelOf(structure, held)?.holds.length === 0) ?? false;
}

/** The levels that a node gets around itself, from the outermost in; none where its level isn't wrapped. */
export function wrapPath(structure: Structure, name: string): readonly string[] {
  const outer = structure.wrap[name];
  if (outer === undefined) return [];
  const known = new Set([outer]);
  const paths: (readonly string[])[] = [[outer]];
  for (const path of paths) {
    const holds = levelOf(structure, path.at(-1))?.holds ?? [];
    if (holds.includes(name)) return path;
    for (const held of holds) {
      if (known.has(held)) continue;
      known.add(held);
      paths.push([...path, held]);
    }
  }
  return [];
}
