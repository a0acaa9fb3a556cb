/** The context of all parts of a graph editor: the document, its kinds, and the state machine. */
import { createContext, useContext } from "react";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { TagSuggestion } from "../inspector/inspector";
import { resolveValues } from "../inspector/schema";
import type { GraphEditing } from "./editing";
import type { GraphStore } from "./graph-store";
import type { GraphActor } from "./machine/graph-machine";
import { getOutputs } from "./model/graph";
import type { GraphKind, GraphRegistry } from "./registry";

export interface GraphEditor {
  readonly editing: GraphEditing;
  readonly store: GraphStore;
  readonly registry: GraphRegistry;
  readonly actor: GraphActor;
  readonly tags: readonly TagSuggestion[];
  readonly t: Translate;
  /** Announces a sentence to screen readers. */
  readonly say: (sentence: string) => void;
  /** Whether the plan has the feature that a kind needs. */
  readonly allows: (kind: GraphKind) => boolean;
  readonly offerUpgrade: (kind: GraphKind) => void;
  /** Sends unsaved changes to the server, and reports the result. */
  readonly save: () => void;
  /** Opens the comments of the selected node; absent where comments are not available. */
  readonly comment?: (() => void) | undefined;
}

export const GraphEditorContext = createContext<GraphEditor | null>(null);

export function useGraphEditor(): GraphEditor {
  const editor = useContext(GraphEditorContext);
  if (!editor) throw new Error("outside of a graph editor");
  return editor;
}

type NamingContext = Pick<GraphEditor, "store" | "registry" | "t">;

/** The translated name of a kind. */
export function getKindName({ registry, t }: Omit<NamingContext, "store">, kind: string): string {
  return t(toTextKey(`${registry.texts}.kinds.${kind}.name`));
}

/** The summary of a node; empty if it has none. */
export function getSummary({ store, registry }: NamingContext, id: string): string {
  const node = store.node(id);
  const kind = registry.kinds.get(node?.kind ?? "");
  return kind?.summary?.(resolveValues(kind.schema, node?.settings ?? {})) ?? "";
}

/** The name of a node's kind and its summary; empty if the node does not exist. */
export function getNodeName(editor: NamingContext, id: string): string {
  const kind = editor.store.node(id)?.kind;
  if (kind === undefined) return "";
  const summary = getSummary(editor, id);
  return summary === "" ? getKindName(editor, kind) : `${getKindName(editor, kind)}: ${summary}`;
}

/** The translated name of a port of a node. */
export function getPortName({ store, registry, t }: NamingContext, id: string, port: string): string {
  const node = store.node(id);
  const kind = registry.kinds.get(node?.kind ?? "");
  const stored = store.snapshot().nodes.get(id);
  if (kind && stored?.items.includes(port) && isItem(registry, stored, port)) {
    return kind.itemLabel?.(resolveValues(kind.schema, node?.settings ?? {}), port) || port;
  }
  return t(toTextKey(`${registry.texts}.ports.${port}`));
}

function isItem({ structure }: GraphRegistry, node: Parameters<typeof getOutputs>[1], port: string): boolean {
  return !getOutputs(structure, { ...node, items: [] }).some(({ name }) => name === port);
}

/** The selected node if exactly one node, and nothing else, is selected. */
export function getSelectedNode({ actor, store }: Pick<GraphEditor, "actor" | "store">): string | null {
  const [first, ...others] = actor.getSnapshot().context.selected;
  return first !== undefined && others.length === 0 && store.snapshot().nodes.has(first) ? first : null;
}
