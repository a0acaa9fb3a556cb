import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { useComments } from "../collab/comments/use-comments";
import type { Collaborator } from "../collab/presence/collaborators";
import { useCollaborators, usePublishedPresence } from "../collab/presence/use-collaborators";
import { type SyncedDocument, useDocument } from "../collab/sync/use-document";
import type { BlockedReason, ScreenStage, ScreenStatus } from "./stages";

/** EDIT-27. */
const MIN_WIDTH_QUERY = "(min-width: 1024px)";

export interface ScreenOptions {
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

/** State of an editor screen that does not depend on the document's structure. */
export interface ScreenState {
  readonly documentId: string;
  readonly user: ScreenOptions["user"];
  readonly used: SyncedDocument;
  readonly facts: ScreenStatus;
  readonly isViewed: boolean;
  readonly others: readonly Collaborator[];
  /** The latest announcement for screen readers. */
  readonly said: string;
  /** Announces a sentence to screen readers. */
  readonly say: (sentence: string) => void;
  /** Sends unsaved changes to the server, and reports the result. */
  readonly save: () => void;
  readonly comments: {
    /** Number of comments in open threads, by node. */
    readonly counts: ReadonlyMap<string, number>;
    /** Number of open threads. */
    readonly open: number;
    readonly isShown: boolean;
    /** Number of requests to write a comment since the panel was last opened or closed. */
    readonly requests: number;
    readonly show: (isShown: boolean) => void;
    /** Opens the comments to write one. */
    readonly write: () => void;
  };
  readonly versions: { readonly isShown: boolean; readonly show: (isShown: boolean) => void };
}

/** State of an editor screen, with what the editor's state machine adds. */
export interface EditorScreenState extends ScreenState {
  readonly stage: ScreenStage;
  readonly blocked: BlockedReason | undefined;
  /** The node that the panel and new comments are about. */
  readonly selected: string | null;
}

/** The part of an editor's registry that the screen needs. */
interface ScreenRegistry {
  readonly structure: { readonly maps: readonly string[] };
  readonly storagePrefix: string;
}

/** Keeps a document in sync with the server, and the screen's own state. */
export function useEditorScreen(options: ScreenOptions, registry: ScreenRegistry): ScreenState {
  const { documentId, teamId, user, canEdit, isLocked, isSuspended } = options;
  const { t } = useTranslation();
  const { storagePrefix, structure } = registry;
  const { maps } = structure;
  const used = useDocument(documentId, { teamId, userId: user.id, storagePrefix, maps });
  const { awareness, state, saved, saveNow } = used;
  const [said, say] = useState("");
  const [areVersionsShown, showVersions] = useState(false);
  const [areCommentsShown, showComments] = useState(false);
  const [requests, setRequests] = useState(0);
  const write = useCallback(() => {
    showComments(true);
    setRequests((before) => before + 1);
  }, []);
  const { counts, open } = useComments(documentId);
  const isNarrow = !useMediaQuery(MIN_WIDTH_QUERY, true, { getInitialValueInEffect: false });
  const isRestoring = state === "restoring";
  const facts = useMemo(
    () => ({ document: isLocked ? ("locked" as const) : state, isNarrow, isSuspended }),
    [state, isLocked, isNarrow, isSuspended],
  );
  const save = useCallback(() => {
    saveNow();
    if (saved === "saved" && !isRestoring) toast("success", t("screen.saved.now"));
  }, [saveNow, saved, isRestoring, t]);
  const show = (isShown: boolean): void => {
    showComments(isShown);
    setRequests(0);
  };
  return {
    documentId,
    user,
    used,
    facts,
    isViewed: isRestoring || !canEdit,
    others: useCollaborators(awareness),
    said,
    say,
    save,
    comments: { counts, open, isShown: areCommentsShown, requests, show, write },
    versions: { isShown: areVersionsShown, show: showVersions },
  };
}

/** Shows the other users which node the user works on. */
export function usePublishedSelection({ isViewed, used, user }: ScreenState, selected: string | null): void {
  usePublishedPresence(used.awareness, {
    user: { id: user.id, name: user.name, ...(user.image ? { avatar: user.image } : {}) },
    mode: selected === null || isViewed ? "viewing" : "editing",
    node: selected ?? undefined,
  });
}
