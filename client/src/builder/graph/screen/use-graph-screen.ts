import { useActorRef, useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import { type Plain, same } from "../../collab/values";
import type { TagOffer } from "../../inspector/inspector";
import { blockedBy } from "../../screen/stages";
import { useEditedDocument } from "../../screen/use-edited-document";
import {
  type EditorScreenState,
  type ScreenOptions,
  useEditorScreen,
  usePublishedSelection,
} from "../../screen/use-editor-screen";
import type { GraphBeside } from "../canvas/beside";
import type { GraphEditor } from "../editor";
import { type GraphStore, graphStore } from "../graph-store";
import { graphMachine } from "../machine/graph-machine";
import { findingsOf, type GraphFinding } from "../model/findings";
import type { GraphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";
import type { GraphKind, GraphRegistry } from "../registry";

export interface GraphScreenOptions extends ScreenOptions {
  readonly registry: GraphRegistry;
  readonly tags: readonly TagOffer[];
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
}

/** State of the screen of a graph editor. */
export interface GraphScreenState extends EditorScreenState {
  readonly editor: GraphEditor;
  readonly beside: GraphBeside;
  /** A chosen kind that the plan lacks. */
  readonly gated: GraphKind | undefined;
  readonly closeUpgrade: () => void;
}

/** Everything that a graph editor's screen needs: a registry is enough for an editor. */
export function useGraphScreen(options: GraphScreenOptions): GraphScreenState {
  const { registry, tags, features } = options;
  const { t } = useTranslation();
  const screen = useEditorScreen(options, registry);
  const actor = useActorRef(graphMachine, { input: screen.facts });
  const { edited, beside, gated, closeUpgrade } = useEditedDocument<GraphStructure, GraphSnapshot, GraphKind>({
    screen,
    structure: registry.structure,
    openStore: graphStore,
    send: actor.send,
    hasNode,
    hasObject,
    excessOf,
    fullText: t("graph.say.full"),
    features,
  });
  const editor = useMemo((): GraphEditor => ({ ...edited, registry, actor, tags }), [edited, registry, actor, tags]);
  const { nodes } = useSnapshot(editor.store);
  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => blockedBy(context.facts));
  const ids = useSelector(actor, ({ context }) => context.selected);
  const selected = ids.length === 1 && ids[0] !== undefined && nodes.has(ids[0]) ? ids[0] : null;
  usePublishedSelection(screen, selected);
  const findings = useFindings(editor.store);
  const besideNodes = useMemo((): GraphBeside => ({ ...beside, findings }), [beside, findings]);
  return { ...screen, editor, stage, blocked, selected, beside: besideNodes, gated, closeUpgrade };
}

function hasNode({ nodes }: GraphSnapshot, id: string): boolean {
  return nodes.has(id);
}

function hasObject({ nodes, edges }: GraphSnapshot, id: string): boolean {
  return nodes.has(id) || edges.has(id);
}

function excessOf({ structure, nodes, edges }: GraphSnapshot): number {
  const { limits } = structure;
  return Math.max(0, nodes.size - limits.nodes) + Math.max(0, edges.size - limits.edges);
}

/** The findings of the graph; the same list until one of them changes. */
function useFindings(store: GraphStore): readonly GraphFinding[] {
  const now = useSnapshot(store);
  const [known, setKnown] = useState<readonly GraphFinding[]>(() => findingsOf(now));
  const findings = useMemo(() => findingsOf(now), [now]);
  if (same(known as unknown as Plain, findings as unknown as Plain)) return known;
  setKnown(findings);
  return findings;
}
