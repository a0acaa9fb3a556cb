/** Findings that the editor computes from the document. */
import type { NodeView } from "../../collab/store/document-store";
import type { Settings } from "../../collab/values";
import type { Finding } from "../../inspector/findings";
import { valuesOf } from "../../inspector/schema";
import { walk } from "../model/places";
import type { Snapshot } from "../model/snapshot";
import { drawnSettings, type EditorRegistry } from "../registry";
import type { TreeStore } from "../tree-store";

/** Settings of a view, so that one change does not read all nodes again. */
const settingsByView = new WeakMap<NodeView, Settings>();

function settingsOf({ kinds }: EditorRegistry, view: NodeView | undefined): Settings {
  const kind = view && kinds.get(view.kind);
  if (!kind) return {};
  const known = settingsByView.get(view);
  if (known) return known;
  const settings = drawnSettings(kind, view.settings);
  settingsByView.set(view, settings);
  return settings;
}

export function documentFindings(registry: EditorRegistry, store: TreeStore): readonly Finding[] {
  return (
    registry.findings?.({
      snapshot: store.snapshot(),
      globals: valuesOf(registry.globals, store.globals()),
      settings: (id) => settingsOf(registry, store.node(id)),
    }) ?? []
  );
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
