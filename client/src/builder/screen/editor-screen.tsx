import { type ReactNode, type RefObject, Suspense, useMemo } from "react";
import type * as Y from "yjs";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { EditorSkeleton } from "./editor-skeleton";
import { CommentsPanel, LeaveDialog, RejectionDialog, usePreloadedParts } from "./lazy-parts";
import classes from "./screen.module.css";
import type { BlockedReason } from "./stages";
import type { EditorScreenState } from "./use-editor-screen";

/** The parts that an editor of any structure supplies to its screen. */
interface Props {
  readonly screen: EditorScreenState;
  /** The element on which the editor listens to keys. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Key prefix of the editor's texts. */
  readonly texts: string;
  /** The plain text of a document, to copy it after its changes were rejected. Keep the function the same. */
  readonly textOf: (doc: Y.Doc) => string;
  /** The name of a node; undefined if it does not exist. */
  readonly nameOf: (node: string) => string | undefined;
  readonly onSelect: (node: string) => void;
  /** Loads parts that editing needs, after the first paint. */
  readonly load?: (() => Promise<unknown>) | undefined;
  readonly head: ReactNode;
  readonly left: ReactNode;
  /** A line above the canvas. */
  readonly above?: ReactNode;
  /** A bar between that line and the canvas. */
  readonly bar?: ReactNode;
  readonly canvas: ReactNode;
  /** Right panel. Comments replace it while they are shown. */
  readonly right: ReactNode;
  /** The version history, rendered while it is shown. */
  readonly versions: ReactNode;
  readonly dialogs?: ReactNode;
  /** The page shown instead of the editor while it is blocked. */
  readonly blocked: (why: BlockedReason, hasUnsaved: boolean) => ReactNode;
}

/** The frame of an editor: stages, saved state, comments, versions and dialogs around the editor's own parts. */
export function EditorScreen({ screen, frame, texts, textOf, load, blocked, ...slots }: Props) {
  const { t } = useTranslation();
  const { isViewed, stage, used } = screen;
  const { refusal, saved, state } = used;
  const isEditing = stage === "editing";
  usePreloadedParts(isEditing, load);
  // Leaving waits for the save. The dialog opens only if the save failed or the document is offline.
  const held = useLeaveGuard({ isDirty: saved !== "saved", onHeld: used.saveNow });
  const leaving = { ...held, isAsking: held.isAsking && (saved === "failed" || state === "offline") };
  const isRestoring = state === "restoring";
  const rejectedText = useMemo(() => (refusal ? textOf(refusal.doc) : ""), [refusal, textOf]);
  const word = (key: string) => t(toTextKey(`${texts}.${key}`));
  // Every stage renders them: without its dialog, a blocked link would seem dead.
  const dialogs = (
    <Suspense fallback={null}>
      {refusal ? (
        <RejectionDialog
          refusal={refusal}
          text={rejectedText}
          isRestoring={isRestoring}
          canEdit={!screen.blocked && !isViewed}
          onClose={used.putAway}
        />
      ) : null}
      {leaving.isAsking ? (
        <LeaveDialog guard={leaving} title={word("leave.title")} confirmLabel={word("leave.confirm")}>
          {word(screen.blocked === "refused" ? "leave.refused" : "leave.text")}
        </LeaveDialog>
      ) : null}
    </Suspense>
  );
  if (screen.blocked) {
    return (
      <>
        {blocked(screen.blocked, saved !== "saved")}
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
  const rows = [lacksPermission ? "auto" : "", slots.above ? "40px" : "", slots.bar ? "41px" : "", "minmax(0, 1fr)"];
  return (
    <>
      <div ref={frame} className={classes.screen}>
        {slots.head}
        {slots.left}
        <main className={classes.middle} style={{ gridTemplateRows: rows.filter(Boolean).join(" ") }}>
          {lacksPermission ? <p className={classes.viewing}>{word("viewing")}</p> : null}
          {slots.above}
          {slots.bar}
          {slots.canvas}
        </main>
        <aside className={classes.right} aria-label={t("words.settings")}>
          {screen.comments.isShown ? (
            <Comments screen={screen} wholeName={word("whole")} nameOf={slots.nameOf} onSelect={slots.onSelect} />
          ) : (
            slots.right
          )}
        </aside>
        <p className="said" role="status" aria-live="polite">
          {screen.said}
        </p>
      </div>
      {screen.versions.isShown ? <Suspense fallback={null}>{slots.versions}</Suspense> : null}
      {slots.dialogs}
      {dialogs}
    </>
  );
}

interface CommentsProps extends Pick<Props, "screen" | "nameOf" | "onSelect"> {
  readonly wholeName: string;
}

function Comments({ screen, wholeName, nameOf, onSelect }: CommentsProps) {
  const { comments, documentId, selected, used, user } = screen;
  return (
    <Suspense fallback={null}>
      <CommentsPanel
        documentId={documentId}
        me={user}
        awareness={used.awareness}
        node={selected ?? undefined}
        requests={comments.requests}
        nameOf={nameOf}
        wholeName={wholeName}
        onSelect={onSelect}
        onClose={() => comments.show(false)}
      />
    </Suspense>
  );
}
