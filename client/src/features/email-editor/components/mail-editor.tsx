import { useSelector } from "@xstate/react";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useComments } from "@/builder/collab/comments/use-comments";
import { useOthers, useSelf } from "@/builder/collab/presence/use-others";
import { select } from "@/builder/tree/acts";
import { Canvas } from "@/builder/tree/canvas/canvas";
import { textOfDocument } from "@/builder/tree/document-text";
import { nameOf, useShownRoot } from "@/builder/tree/editor";
import { EditorProvider } from "@/builder/tree/editor-provider";
import { useKeys } from "@/builder/tree/keyboard/use-keys";
import { find } from "@/builder/tree/model/places";
import { Panel } from "@/builder/tree/panel/panel";
import type { View } from "@/builder/tree/registry";
import { RootBar } from "@/builder/tree/roots/root-bar";
import {
  type AbTest,
  type Campaign,
  CampaignTest,
  FEWEST_VARIANTS,
  letterOf,
  MOST_VARIANTS,
} from "@/features/campaigns/public";
import type { Me } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { TogetherContext } from "../together";
import { useMailEditor } from "../use-mail-editor";
import { BlockedEditor } from "./blocked-editor";
import {
  CommentsPanel,
  LeaveDialog,
  PreviewDialog,
  RefusalDialog,
  useLoadedParts,
  VersionsSheet,
} from "./editing-parts";
import { EditorHead } from "./editor-head";
import { EditorSkeleton } from "./editor-skeleton";
import classes from "./frame.module.css";
import { LeftSide } from "./left-side";
import { MailLine } from "./mail-line";
import { UpgradeDialog } from "./upgrade-dialog";

interface Props {
  readonly campaign: Campaign | AbTest;
  readonly documentId: string;
  readonly me: Me;
  readonly team: NonNullable<Me["team"]>;
}

/** The builder of one mail: head, what can be added, the canvas, the settings of what is selected. */
export function MailEditor({ campaign, documentId, me, team }: Props) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const [view, setView] = useState<View>({ device: "desktop", scheme: "light" });
  const [opened, setOpened] = useState<"preview" | "test" | "versions">();
  const [isTalking, setTalking] = useState(false);
  const [commentRequests, setCommentRequests] = useState(0);
  const comment = useCallback(() => {
    setTalking(true);
    setCommentRequests((before) => before + 1);
  }, []);
  const showComments = (isShown: boolean): void => {
    setTalking(isShown);
    setCommentRequests(0);
  };
  const { counts, open } = useComments(documentId);
  const screenElement = useRef<HTMLDivElement>(null);
  const { editor, used, screen, blocked, said, gated, closeUpgrade } = useMailEditor({
    documentId,
    isDraft: campaign.status === "DRAFT",
    teamId: team.companyId,
    me,
    onComment: comment,
  });
  const { actor } = editor;
  const { isViewed = false } = editor.editing;
  const { awareness, saved, state } = used;

  const others = useOthers(awareness);
  const selected = useSelector(actor, ({ context }) => context.selected);
  useSelf(awareness, {
    user: { id: me.user.userId, name: me.user.fullname, ...(me.user.image ? { avatar: me.user.image } : {}) },
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
  const reader = useMemo(
    () => ({ id: me.user.userId, name: me.user.fullname, isAdmin: team.role === "admin" }),
    [me.user.userId, me.user.fullname, team.role],
  );
  const { brand } = campaign;
  const together = useMemo(() => ({ tags: editor.tags, awareness, brand }), [editor.tags, awareness, brand]);

  const { store } = editor;
  const root = useShownRoot(editor);
  const { areVariants, variantId } = variantIn(campaign, root);

  // A finding of the review leads to the part that it is about, the composer to a variant.
  const [asked, askedRoot] = [search.get("node"), search.get("root")];
  const isEditing = screen === "editing";
  useEffect(() => {
    if (!isEditing) return;
    const found = asked === null ? undefined : find(store.snapshot(), asked);
    const wanted = found?.root ?? askedRoot;
    if (wanted) actor.send({ type: "show", root: wanted });
    if (found) actor.send({ type: "select", id: found.branch.id });
  }, [isEditing, asked, askedRoot, actor, store]);

  useLoadedParts(isEditing);
  useKeys(editor, screenElement);
  // Leaving waits for the save; only where that doesn't come the person is asked.
  const held = useLeaveGuard({ isDirty: saved !== "saved", onHeld: used.saveNow });
  const leaving = { ...held, isAsking: held.isAsking && (saved === "failed" || state === "offline") };

  const isRestoring = state === "restoring";
  const { refusal } = used;
  const { registry } = editor;
  const rejectedText = useMemo(() => (refusal ? textOfDocument(refusal.doc, registry) : ""), [refusal, registry]);
  // Every screen shows them: a link that is blocked without a dialog would do nothing.
  const dialogs = (
    <Suspense fallback={null}>
      {refusal ? (
        <RefusalDialog
          refusal={refusal}
          text={rejectedText}
          isRestoring={isRestoring}
          canEdit={!blocked && !isViewed}
          onClose={used.putAway}
        />
      ) : null}
      {leaving.isAsking ? (
        <LeaveDialog guard={leaving} title={t("editor.leave.title")} confirmLabel={t("editor.leave.confirm")}>
          {t(blocked === "refused" ? "editor.leave.refused" : "editor.leave.text")}
        </LeaveDialog>
      ) : null}
    </Suspense>
  );
  if (blocked) {
    return (
      <>
        <BlockedEditor why={blocked} campaign={campaign} hasUnsaved={saved !== "saved"} />
        {dialogs}
      </>
    );
  }
  if (!isEditing) {
    return (
      <>
        <EditorSkeleton />
        {dialogs}
      </>
    );
  }
  // While the saved version is restored, the saved state says why nothing can be edited.
  const lacksPermission = isViewed && !isRestoring;
  return (
    <EditorProvider editor={editor}>
      <TogetherContext value={together}>
        <div ref={screenElement} className={classes.screen}>
          <EditorHead
            campaign={campaign}
            used={used}
            others={others}
            view={view}
            onView={setView}
            onFind={(node) => select(editor, node)}
            talks={open}
            isTalking={isTalking}
            onTalk={() => showComments(!isTalking)}
            onVersions={() => setOpened("versions")}
            onPreview={() => {
              used.saveNow();
              setOpened("preview");
            }}
            onTest={() => {
              used.saveNow();
              setOpened("test");
            }}
          />
          <LeftSide root={root} />
          <main
            className={classes.middle}
            data-variants={areVariants || undefined}
            data-viewed={lacksPermission || undefined}
          >
            {lacksPermission ? <p className={classes.viewing}>{t("editor.viewing")}</p> : null}
            <MailLine campaign={campaign} variantId={variantId} revision={used.revision} />
            {areVariants ? <RootBar least={FEWEST_VARIANTS} most={MOST_VARIANTS} signOf={letterOf} /> : null}
            <Canvas key={root} root={root} view={view} beside={beside} />
          </main>
          <aside className={classes.right} aria-label={t("words.settings")}>
            {isTalking ? (
              <Suspense fallback={null}>
                <CommentsPanel
                  documentId={documentId}
                  me={reader}
                  awareness={awareness}
                  node={selected ?? undefined}
                  requests={commentRequests}
                  nameOf={(node) => nameOf(editor, node) || undefined}
                  onSelect={(node) => select(editor, node)}
                  onClose={() => showComments(false)}
                />
              </Suspense>
            ) : (
              <Panel />
            )}
          </aside>
          <p className="said" role="status" aria-live="polite">
            {said}
          </p>
        </div>
        <Suspense fallback={null}>
          {opened === "preview" ? (
            <PreviewDialog
              campaign={campaign}
              variantId={variantId}
              revision={used.revision}
              onClose={() => setOpened(undefined)}
            />
          ) : null}
          {opened === "versions" ? (
            <VersionsSheet documentId={documentId} root={root} used={used} onClose={() => setOpened(undefined)} />
          ) : null}
        </Suspense>
        {opened === "test" ? (
          <CampaignTest
            campaign={campaign}
            variantId={variantId}
            contactId={undefined}
            isSaved={saved === "saved"}
            onClose={() => setOpened(undefined)}
          />
        ) : null}
        {dialogs}
        {gated ? <UpgradeDialog kind={gated} onClose={closeUpgrade} /> : null}
      </TogetherContext>
    </EditorProvider>
  );
}

/** Whether the roots of the document are variants of a test, and which of those this one is, as far as the server knows. */
function variantIn(
  campaign: Campaign | AbTest,
  root: string,
): { readonly areVariants: boolean; readonly variantId: string | undefined } {
  if (!("variants" in campaign)) return { areVariants: false, variantId: undefined };
  const areVariants = campaign.test.tested === "content";
  const shown = areVariants ? campaign.variants.find((each) => each.root === root) : campaign.variants[0];
  return { areVariants, variantId: (shown ?? campaign.variants[0])?.variantId };
}
