/** Findings that the editor computes from the document. */
import type { NodeView } from "../../collab/store/document-store";
import type { Settings } from "../../collab/values";
import type { Finding } from "../../inspector/findings";
import { resolveReferences } from "../../inspector/references";
import { resolveValues } from "../../inspector/schema";
import type { Snapshot } from "../model/snapshot";
import { iterateBranches } from "../model/tree-positions";
import { type EditorRegistry, getTargets, type Kind, type RootKind } from "../registry";
import type { TreeStore } from "../tree-store";

/** Settings of a view, so that one change does not read all nodes again. References are not resolved. */
const settingsByView = new WeakMap<NodeView, Settings>();

function resolveViewSettings(kind: Kind, view: NodeView): Settings {
  const known = settingsByView.get(view);
  if (known) return known;
  const settings = resolveValues(kind.schema, view.settings);
  settingsByView.set(view, settings);
  return settings;
}

/** The findings of the editor, and those of references without a target. */
export function listDocumentFindings(registry: EditorRegistry, store: TreeStore): readonly Finding[] {
  const snapshot = store.snapshot();
  const own = registry.findings?.({
    snapshot,
    globals: resolveValues(registry.globals, store.globals()),
    settings: (id) => {
      const view = store.node(id);
      const kind = registry.kinds.get(view?.kind ?? "");
      if (!view || !kind) return {};
      const settings = resolveViewSettings(kind, view);
      return kind.hasReferences ? resolveReferences(kind.schema, settings, getTargets(snapshot)) : settings;
    },
  });
  return [...findMissingTargets(registry, store, snapshot), ...(own ?? [])];
}

function findMissingTargets(registry: EditorRegistry, store: TreeStore, snapshot: Snapshot): readonly Finding[] {
  const roots = [...snapshot.rootSettings].filter(([, root]) => {
    const kind = registry.roots.get(root.kind);
    return kind?.hasReferences && isTargetMissing(kind, resolveValues(kind.schema, root.settings), snapshot);
  });
  const nodes = [...iterateBranches(snapshot)].filter(({ branch }) => {
    const kind = registry.kinds.get(branch.kind);
    const view = kind?.hasReferences ? store.node(branch.id) : undefined;
    return kind && view && isTargetMissing(kind, resolveViewSettings(kind, view), snapshot);
  });
  const ids = [...roots.map(([id]) => id), ...nodes.map(({ branch }) => branch.id)];
  return ids.map((node) => ({ node, severity: "warning", textKey: "tree.references.missing" }));
}

function isTargetMissing({ schema }: Kind | RootKind, settings: Settings, snapshot: Snapshot): boolean {
  let isMissing = false;
  resolveReferences(schema, settings, getTargets(snapshot), () => {
    isMissing = true;
  });
  return isMissing;
}

/** The nodes and roots with findings in reading order; the document itself, as an empty id, comes first. */
export function listNodesWithFindings(snapshot: Snapshot, byNode: ReadonlyMap<string, unknown>): readonly string[] {
  const visible = [...iterateBranches(snapshot)];
  const ids = snapshot.roots.flatMap((root) => [
    root,
    ...visible.filter((found) => found.root === root).map(({ branch }) => branch.id),
  ]);
  return ["", ...ids].filter((id) => byNode.has(id));
}
