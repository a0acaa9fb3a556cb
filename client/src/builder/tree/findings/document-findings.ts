/** Findings that the editor computes from the document. */
import type { NodeView } from "../../collab/store/document-store";
import type { Settings } from "../../collab/values";
import type { Finding } from "../../inspector/findings";
import { resolved } from "../../inspector/references";
import { valuesOf } from "../../inspector/schema";
import { walk } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { type EditorRegistry, type Kind, type RootKind, targetsOf } from "../registry";
import type { TreeStore } from "../tree-store";

/** Settings of a view, so that one change does not read all nodes again. References are not resolved. */
const settingsByView = new WeakMap<NodeView, Settings>();

function settingsOf(kind: Kind, view: NodeView): Settings {
  const known = settingsByView.get(view);
  if (known) return known;
  const settings = valuesOf(kind.schema, view.settings);
  settingsByView.set(view, settings);
  return settings;
}

/** The findings of the editor, and those of references without a target. */
export function documentFindings(registry: EditorRegistry, store: TreeStore): readonly Finding[] {
  const snapshot = store.snapshot();
  const own = registry.findings?.({
    snapshot,
    globals: valuesOf(registry.globals, store.globals()),
    settings: (id) => {
      const view = store.node(id);
      const kind = registry.kinds.get(view?.kind ?? "");
      if (!view || !kind) return {};
      const settings = settingsOf(kind, view);
      return kind.hasReferences ? resolved(kind.schema, settings, targetsOf(snapshot)) : settings;
    },
  });
  return [...missingTargets(registry, store, snapshot), ...(own ?? [])];
}

function missingTargets(registry: EditorRegistry, store: TreeStore, snapshot: Snapshot): readonly Finding[] {
  const roots = [...snapshot.rootSettings].filter(([, root]) => {
    const kind = registry.roots.get(root.kind);
    return kind?.hasReferences && isTargetMissing(kind, valuesOf(kind.schema, root.settings), snapshot);
  });
  const nodes = [...walk(snapshot)].filter(({ branch }) => {
    const kind = registry.kinds.get(branch.kind);
    const view = kind?.hasReferences ? store.node(branch.id) : undefined;
    return kind && view && isTargetMissing(kind, settingsOf(kind, view), snapshot);
  });
  const ids = [...roots.map(([id]) => id), ...nodes.map(({ branch }) => branch.id)];
  return ids.map((node) => ({ node, severity: "warning", textKey: "tree.references.missing" }));
}

function isTargetMissing({ schema }: Kind | RootKind, settings: Settings, snapshot: Snapshot): boolean {
  let isMissing = false;
  resolved(schema, settings, targetsOf(snapshot), () => {
    isMissing = true;
  });
  return isMissing;
}

/** The nodes and roots with findings in drawing order; the document itself, as an empty id, comes first. */
export function nodesWithFindings(snapshot: Snapshot, byNode: ReadonlyMap<string, unknown>): readonly string[] {
  const drawn = [...walk(snapshot)];
  const ids = snapshot.roots.flatMap((root) => [
    root,
    ...drawn.filter((found) => found.root === root).map(({ branch }) => branch.id),
  ]);
  return ["", ...ids].filter((id) => byNode.has(id));
}
