import { useActorRef, useSelector } from "@xstate/react";
import { useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useSnapshot } from "../../collab/store/use-store";
import { isEqual, type Plain } from "../../collab/values";
import type { TagSuggestion } from "../../inspector/inspector";
import { getBlockedReason } from "../../screen/stages";
import { useEditedDocument } from "../../screen/use-edited-document";
import {
  type EditorScreenState,
  type ScreenOptions,
  useEditorScreen,
  usePublishedSelection,
} from "../../screen/use-editor-screen";
import type { GraphDecorations } from "../canvas/decorations";
import type { GraphEditor } from "../editor";
import { createGraphStore, type GraphStore } from "../graph-store";
import { graphMachine } from "../machine/graph-machine";
import { type GraphFinding, listFindings } from "../model/findings";
import type { GraphSnapshot } from "../model/snapshot";
import type { GraphStructure } from "../model/structure";
import type { GraphKind, GraphRegistry } from "../registry";

export interface GraphScreenOptions extends ScreenOptions {
  readonly registry: GraphRegistry;
  readonly tags: readonly TagSuggestion[];
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
}

/** State of the screen of a graph editor. */
export interface GraphScreenState extends EditorScreenState {
  readonly editor: GraphEditor;
  readonly beside: GraphDecorations;
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
    openStore: createGraphStore,
    send: actor.send,
    hasNode,
    hasObject,
    excessOf: countExcess,
    fullText: t("graph.say.full"),
    features,
  });
  const editor = useMemo((): GraphEditor => ({ ...edited, registry, actor, tags }), [edited, registry, actor, tags]);
  const { nodes } = useSnapshot(editor.store);
  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => getBlockedReason(context.facts));
  const ids = useSelector(actor, ({ context }) => context.selected);
  const selected = ids.length === 1 && ids[0] !== undefined && nodes.has(ids[0]) ? ids[0] : null;
  usePublishedSelection(screen, selected);
  const findings = useFindings(editor.store);
  const besideNodes = useMemo((): GraphDecorations => ({ ...beside, findings }), [beside, findings]);
  return { ...screen, editor, stage, blocked, selected, beside: besideNodes, gated, closeUpgrade };
}

function hasNode({ nodes }: GraphSnapshot, id: string): boolean {
  return nodes.has(id);
}

function hasObject({ nodes, edges }: GraphSnapshot, id: string): boolean {
  return nodes.has(id) || edges.has(id);
}

function countExcess({ structure, nodes, edges }: GraphSnapshot): number {
  const { limits } = structure;
  return Math.max(0, nodes.size - limits.nodes) + Math.max(0, edges.size - limits.edges);
}

/** The findings of the graph; the same list until one of them changes. */
function useFindings(store: GraphStore): readonly GraphFinding[] {
  const now = useSnapshot(store);
  const [known, setKnown] = useState<readonly GraphFinding[]>(() => listFindings(now));
  const findings = useMemo(() => listFindings(now), [now]);
  if (isEqual(known as unknown as Plain, findings as unknown as Plain)) return known;
  setKnown(findings);
  return findings;
}
