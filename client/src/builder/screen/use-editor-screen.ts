import { useMediaQuery } from "@mantine/hooks";
import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { useComments } from "../collab/comments/use-comments";
import { type UsedDocument, useDocument } from "../collab/link/use-document";
import type { Other } from "../collab/presence/people";
import { useOthers, useSelf } from "../collab/presence/use-others";
import type { TagOffer } from "../inspector/inspector";
import type { RichParts } from "../inspector/rich/rich-parts";
import type { Beside } from "../tree/canvas/draw-context";
import { type Editor, useShownRoot } from "../tree/editor";
import { type Blocked, blockedBy, editorMachine } from "../tree/machine/editor-machine";
import { find } from "../tree/model/places";
import type { EditorRegistry, Kind, View } from "../tree/registry";
import { treeStore } from "../tree/tree-store";

/** EDIT-27. */
const WIDE_ENOUGH = "(min-width: 1024px)";

export interface ScreenOptions {
  readonly registry: EditorRegistry;
  readonly rich: RichParts;
  readonly tags: readonly TagOffer[];
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
  readonly documentId: string;
  readonly teamId: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly image?: string | null | undefined;
    readonly isAdmin: boolean;
  };
  readonly canEdit: boolean;
  /** Whether the server currently rejects all changes to the document. */
  readonly isLocked: boolean;
  readonly isSuspended: boolean;
}

/** State of an editor screen: the synced document, the selection, and the open panels and dialogs. */
export interface EditorScreenState {
  readonly editor: Editor;
  readonly documentId: string;
  readonly user: ScreenOptions["user"];
  readonly used: UsedDocument;
  readonly stage: "loading" | "blocked" | "editing";
  readonly blocked: Blocked | undefined;
  /** Id of the shown root. */
  readonly root: string;
  readonly selected: string | null;
  readonly others: readonly Other[];
  readonly beside: Beside;
  readonly view: View;
  readonly setView: (view: View) => void;
  /** The latest announcement for screen readers. */
  readonly said: string;
  readonly comments: {
    /** Number of open threads. */
    readonly open: number;
    readonly isShown: boolean;
    /** Number of requests to write a comment since the panel was last opened or closed. */
    readonly requests: number;
    readonly show: (isShown: boolean) => void;
  };
  readonly versions: { readonly isShown: boolean; readonly show: (isShown: boolean) => void };
  /** A chosen kind that the plan lacks. */
  readonly gated: Kind | undefined;
  readonly closeUpgrade: () => void;
}

export function useEditorScreen(options: ScreenOptions): EditorScreenState {
  const { registry, rich, tags, features, documentId, teamId, user, canEdit, isLocked, isSuspended } = options;
  const { t } = useTranslation();
  const used = useDocument(documentId, { teamId, userId: user.id, maps: registry.structure.maps });
  const { awareness, doc, history, state, saved, saveNow } = used;
  const [said, say] = useState("");
  const [gated, setGated] = useState<Kind>();
  const [view, setView] = useState<View>({ device: "desktop", scheme: "light" });
  const [areVersionsShown, showVersions] = useState(false);
  const [isTalking, setTalking] = useState(false);
  const [requests, setRequests] = useState(0);
  const comment = useCallback(() => {
    setTalking(true);
    setRequests((before) => before + 1);
  }, []);
  const { counts, open } = useComments(documentId);

  const isNarrow = !useMediaQuery(WIDE_ENOUGH, true, { getInitialValueInEffect: false });
  const isRestoring = state === "restoring";
  const isViewed = isRestoring || !canEdit;
  const facts = useMemo(
    () => ({ document: isLocked ? ("locked" as const) : state, isNarrow, isSuspended, saved }),
    [state, isLocked, isNarrow, isSuspended, saved],
  );
  const actor = useActorRef(editorMachine, { input: facts });
  useEffect(() => actor.send({ type: "facts", facts }), [actor, facts]);

  const { structure } = registry;
  const store = useMemo(() => treeStore(doc, structure), [doc, structure]);
  useEffect(() => store.listen(), [store]);
  useEffect(() => {
    const forget = (): void => {
      const now = store.snapshot();
      actor.send({ type: "gone", isThere: (id) => find(now, id) !== undefined });
    };
    return store.subscribe(forget);
  }, [store, actor]);

  const save = useCallback(() => {
    saveNow();
    if (saved === "saved" && !isRestoring) toast("success", t("screen.saved.now"));
  }, [saveNow, saved, isRestoring, t]);

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
      comment,
    }),
    [doc, history, structure, isViewed, store, registry, actor, rich, tags, awareness, t, features, save, comment],
  );

  const stage = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => blockedBy(context.facts));
  const selected = useSelector(actor, ({ context }) => context.selected);
  const others = useOthers(awareness);
  useSelf(awareness, {
    user: { id: user.id, name: user.name, ...(user.image ? { avatar: user.image } : {}) },
    mode: selected === null || isViewed ? "viewing" : "editing",
    node: selected ?? undefined,
  });
  const beside = useMemo(
    () => ({
      others: others.flatMap(({ node, name, colour }) => (node === undefined ? [] : [{ node, name, colour }])),
      comments: counts,
    }),
    [others, counts],
  );
  const root = useShownRoot(editor);
  const show = (isShown: boolean): void => {
    setTalking(isShown);
    setRequests(0);
  };
  return {
    editor,
    documentId,
    user,
    used,
    stage,
    blocked,
    root,
    selected,
    others,
    beside,
    view,
    setView,
    said,
    comments: { open, isShown: isTalking, requests, show },
    versions: { isShown: areVersionsShown, show: showVersions },
    gated,
    closeUpgrade: () => setGated(undefined),
  };
}
