import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useSizeNotice } from "../../collab/size/use-size-notice";
import type { TagOffer } from "../../inspector/inspector";
import type { RichParts } from "../../inspector/rich/rich-parts";
import { blockedBy } from "../../screen/stages";
import {
  type EditorScreenState,
  type ScreenOptions,
  type ScreenState,
  useEditorScreen,
  usePublishedSelection,
} from "../../screen/use-editor-screen";
import type { Beside } from "../canvas/draw-context";
import { type Editor, useShownRoot } from "../editor";
import { type EditorActor, editorMachine } from "../machine/editor-machine";
import { find } from "../model/places";
import type { EditorRegistry, Kind, View } from "../registry";
import { type TreeStore, treeStore } from "../tree-store";

export interface TreeScreenOptions extends ScreenOptions {
  readonly registry: EditorRegistry;
  readonly rich: RichParts;
  readonly tags: readonly TagOffer[];
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
}

/** State of the screen of a tree editor. */
export interface TreeScreenState extends EditorScreenState {
  readonly editor: Editor;
  /** Id of the shown root. */
  readonly root: string;
  readonly beside: Beside;
  readonly view: View;
  readonly setView: (view: View) => void;
  /** A chosen kind that the plan lacks. */
  readonly gated: Kind | undefined;
  readonly closeUpgrade: () => void;
}

/** Everything that a tree editor's screen needs: a registry is enough for an editor. */
export function useTreeScreen(options: TreeScreenOptions): TreeScreenState {
  const { registry, rich, tags, features } = options;
  const { t } = useTranslation();
  const screen = useEditorScreen(options, registry.structure.maps);
  const { facts, isViewed, others, save, say } = screen;
  const { counts, write } = screen.comments;
  const { awareness, doc, history } = screen.used;
  const [gated, setGated] = useState<Kind>();
  const [view, setView] = useState<View>({ device: "desktop", scheme: "light" });
  const actor = useActorRef(editorMachine, { input: facts });
  useEffect(() => actor.send({ type: "facts", facts }), [actor, facts]);
  const { structure } = registry;
  const store = useMemo(() => treeStore(doc, structure), [doc, structure]);
  useFollowedStore(store, actor);
  const isDrawn = useCallback((id: string) => find(store.snapshot(), id) !== undefined, [store]);
  useSizeNotice({ doc, maxBytes: structure.limits.sizeBytes, isDrawn, isViewed });

  const editor = useMemo(
    (): Editor => ({
      editing: { doc, history, structure, isViewed },
      store,
      registry,
      actor,
      rich,
      tags,
      awareness,
      t,
      say,
      allows: ({ feature }) => feature === undefined || features.has(feature),
      offerUpgrade: setGated,
      save,
      comment: write,
    }),
    [doc, history, structure, isViewed, store, registry, actor, rich, tags, awareness, t, say, features, save, write],
  );
  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => blockedBy(context.facts));
  const selected = useSelector(actor, ({ context }) => context.selected);
  usePublishedSelection(screen, selected);
  const beside = useBeside(others, counts);
  const root = useShownRoot(editor);
  return {
    ...screen,
    editor,
    stage,
    blocked,
    selected,
    root,
    beside,
    view,
    setView,
    gated,
    closeUpgrade: () => setGated(undefined),
  };
}

/** Keeps the store up to date, and clears the selection when its node is removed. */
function useFollowedStore(store: TreeStore, actor: EditorActor): void {
  useEffect(() => store.listen(), [store]);
  useEffect(() => {
    const forget = (): void => {
      const now = store.snapshot();
      actor.send({ type: "gone", isThere: (id) => find(now, id) !== undefined });
    };
    return store.subscribe(forget);
  }, [store, actor]);
}

function useBeside(others: ScreenState["others"], comments: ReadonlyMap<string, number>): Beside {
  return useMemo(
    () => ({
      others: others.flatMap(({ node, name, colour }) => (node === undefined ? [] : [{ node, name, colour }])),
      comments,
    }),
    [others, comments],
  );
}
