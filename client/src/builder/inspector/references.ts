/** References of settings to nodes and roots: server/documents/kinds/references.py resolves the same. */
import type { Plain, Settings } from "../collab/values";
import type { Schema } from "./schema";

/** Kinds by id: of the visible nodes, and of the roots that have one. */
export interface Targets {
  readonly nodes: ReadonlyMap<string, string>;
  readonly roots: ReadonlyMap<string, string>;
}

/** Whether settings have references, also in groups and lists. */
export function hasReferences({ properties = {} }: Schema): boolean {
  return Object.values(properties).some((schema) => schema.control === "node" || hasReferences(schema.items ?? schema));
}

/** Whether a node or root can be the target of a reference. */
export function isEligible({ targets }: Schema, id: string, { nodes, roots }: Targets): boolean {
  const [node, root] = [nodes.get(id), roots.get(id)];
  return (
    (node !== undefined && (targets?.kinds.includes(node) ?? false)) ||
    (root !== undefined && (targets?.roots.includes(root) ?? false))
  );
}

/** Rendered settings in which references without an eligible target are null. Reports each of these to `onMissing`. */
export function resolveReferences(
  { properties = {} }: Schema,
  settings: Settings,
  targets: Targets,
  onMissing: (name: string) => void = () => undefined,
): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]): [string, Plain] => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (schema?.control === "node" && typeof value === "string" && !isEligible(schema, value, targets)) {
        onMissing(name);
        return [name, null];
      }
      if (schema?.control === "group") return [name, resolveReferences(schema, value as Settings, targets, onMissing)];
      if (schema?.control !== "list") return [name, value];
      const items = value as readonly Settings[];
      return [name, items.map((item) => resolveReferences(schema.items ?? {}, item, targets, onMissing))];
    }),
  );
}
