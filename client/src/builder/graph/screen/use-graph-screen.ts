import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useSizeNotice } from "../../collab/size/use-size-notice";
import { useSnapshot } from "../../collab/store/use-store";
import { type Plain, same } from "../../collab/values";
import type { TagOffer } from "../../inspector/inspector";
import { blockedBy } from "../../screen/stages";
import {
  type EditorScreenState,
  type ScreenOptions,
  type ScreenState,
  useEditorScreen,
  usePublishedSelection,
} from "../../screen/use-editor-screen";
import type { Beside } from "../canvas/beside";
import type { GraphEditor } from "../editor";
import { type GraphStore, graphStore } from "../graph-store";
import { type GraphActor, graphMachine } from "../machine/graph-machine";
import { type Finding, findingsOf } from "../model/findings";
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
  readonly beside: Beside;
  /** A chosen kind that the plan lacks. */
  readonly gated: GraphKind | undefined;
  readonly closeUpgrade: () => void;
}

/** Everything that a graph editor's screen needs: a registry is enough for an editor. */
export function useGraphScreen(options: GraphScreenOptions): GraphScreenState {
  const { registry, tags, features } = options;
  const { t } = useTranslation();
  const screen = useEditorScreen(options, registry.structure.maps);
  const { facts, isViewed, others, save, say } = screen;
  const { counts, write } = screen.comments;
  const { doc, history } = screen.used;
  const [gated, setGated] = useState<GraphKind>();
  const actor = useActorRef(graphMachine, { input: facts });
  useEffect(() => actor.send({ type: "facts", facts }), [actor, facts]);
  const { structure } = registry;
  const store = useMemo(() => graphStore(doc, structure), [doc, structure]);
  useFollowedStore(store, actor);
  const isDrawn = useCallback((id: string) => store.snapshot().nodes.has(id), [store]);
  useSizeNotice({ doc, maxBytes: structure.limits.sizeBytes, isDrawn, isViewed });

  const editor = useMemo(
    (): GraphEditor => ({
      editing: { doc, history, structure, isViewed },
      store,
      registry,
      actor,
      tags,
      t,
      say,
      allows: ({ feature }) => feature === undefined || features.has(feature),
      offerUpgrade: setGated,
      save,
      comment: write,
    }),
    [doc, history, structure, isViewed, store, registry, actor, tags, t, say, features, save, write],
  );
  const { nodes } = useSnapshot(store);
  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => blockedBy(context.facts));
  const ids = useSelector(actor, ({ context }) => context.selected);
  const selected = ids.length === 1 && ids[0] !== undefined && nodes.has(ids[0]) ? ids[0] : null;
  usePublishedSelection(screen, selected);
  const beside = useBeside(others, counts, useFindings(store));
  return { ...screen, editor, stage, blocked, selected, beside, gated, closeUpgrade: () => setGated(undefined) };
}

/** Keeps the store up to date, and removes deleted nodes and edges from the selection. */
function useFollowedStore(store: GraphStore, actor: GraphActor): void {
  useEffect(() => store.listen(), [store]);
  useEffect(() => {
    const forget = (): void => {
      const { nodes, edges } = store.snapshot();
      actor.send({ type: "gone", isThere: (id) => nodes.has(id) || edges.has(id) });
    };
    return store.subscribe(forget);
  }, [store, actor]);
}

/** The findings of the graph; the same list until one of them changes. */
function useFindings(store: GraphStore): readonly Finding[] {
  const now = useSnapshot(store);
  const [known, setKnown] = useState<readonly Finding[]>(() => findingsOf(now));
  const findings = useMemo(() => findingsOf(now), [now]);
  if (same(known as unknown as Plain, findings as unknown as Plain)) return known;
  setKnown(findings);
  return findings;
}

function useBeside(
  others: ScreenState["others"],
  comments: ReadonlyMap<string, number>,
  findings: readonly Finding[],
): Beside {
  return useMemo(
    () => ({
      others: others.flatMap(({ node, name, colour }) => (node === undefined ? [] : [{ node, name, colour }])),
      comments,
      findings,
    }),
    [others, comments, findings],
  );
}
