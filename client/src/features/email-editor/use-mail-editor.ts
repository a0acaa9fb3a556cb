import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useActorRef, useSelector } from "@xstate/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { type UsedDocument, useDocument } from "@/builder/collab/link/use-document";
import type { Editor } from "@/builder/tree/editor";
import { blockedBy, editorMachine } from "@/builder/tree/machine/editor-machine";
import { find } from "@/builder/tree/model/places";
import type { Kind } from "@/builder/tree/registry";
import { treeStore } from "@/builder/tree/tree-store";
import { useTagOffers } from "@/features/campaigns/public";
import { type Me, planQuery } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { EMAIL } from "./registry";
import { RICH } from "./rich";

/** EDIT-27. */
const WIDE_ENOUGH = "(min-width: 1024px)";

interface Options {
  readonly documentId: string;
  /** The server takes changes of a draft alone. */
  readonly isDraft: boolean;
  readonly teamId: string;
  readonly me: Me;
  readonly onComment: ((node: string) => void) | undefined;
}

/** The editor of one mail, with the document held together with the server. */
export function useMailEditor({ documentId, isDraft, teamId, me, onComment }: Options) {
  const { t } = useTranslation();
  const used = useDocument(documentId, { teamId, userId: me.user.userId, maps: EMAIL.structure.maps });
  const { doc, history, state, saved, saveNow } = used;
  const tags = useTagOffers();
  const plan = useQuery({ ...planQuery, meta: { quiet: true } }).data;
  const [said, say] = useState("");
  const [gated, setGated] = useState<Kind>();

  const isNarrow = !useMediaQuery(WIDE_ENOUGH, true, { getInitialValueInEffect: false });
  const isRestoring = state === "restoring";
  const isViewed = isRestoring || !me.permissions.includes("campaign.edit");
  const isSuspended = me.team?.suspend ?? false;
  const facts = useMemo(
    () => ({ document: isDraft ? state : ("locked" as const), isNarrow, isSuspended, saved }),
    [state, isDraft, isNarrow, isSuspended, saved],
  );
  const actor = useActorRef(editorMachine, { input: facts });
  useEffect(() => actor.send({ type: "facts", facts }), [actor, facts]);

  const store = useMemo(() => treeStore(doc, EMAIL.structure), [doc]);
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
    if (saved === "saved" && !isRestoring) toast("success", t("editor.saved.now"));
  }, [saveNow, saved, isRestoring, t]);

  const editor = useMemo((): Editor => {
    const features = new Set(plan?.features.filter(({ enable }) => enable).map(({ name }) => name));
    return {
      editing: { doc, history, structure: EMAIL.structure, isViewed },
      store,
      registry: EMAIL,
      actor,
      rich: RICH,
      tags,
      t,
      say,
      allows: ({ feature }) => feature === undefined || features.has(feature),
      offerUpgrade: setGated,
      save,
      comment: onComment,
    };
  }, [doc, history, isViewed, store, actor, tags, t, plan, save, onComment]);

  const screen = useSelector(actor, ({ value }) => value.screen);
  const blocked = useSelector(actor, ({ context }) => blockedBy(context.facts));
  return { editor, used, screen, blocked, said, gated, closeUpgrade: () => setGated(undefined) };
}

export type { UsedDocument };
