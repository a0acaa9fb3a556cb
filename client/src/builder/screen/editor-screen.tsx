import { type ReactNode, Suspense, useMemo, useRef } from "react";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { select } from "../tree/acts";
import { Canvas } from "../tree/canvas/canvas";
import { textOfDocument } from "../tree/document-text";
import { nameOf } from "../tree/editor";
import { EditorProvider } from "../tree/editor-provider";
import { useKeys } from "../tree/keyboard/use-keys";
import type { Blocked } from "../tree/machine/editor-machine";
import { Panel } from "../tree/panel/panel";
import { RootBar } from "../tree/roots/root-bar";
import { EditorSkeleton } from "./editor-skeleton";
import { LeftSide } from "./left-side";
import { CommentsPanel, LeaveDialog, RefusalDialog, useLoadedParts, VersionsSheet } from "./loaded-parts";
import classes from "./screen.module.css";
import { UpgradeDialog } from "./upgrade-dialog";
import type { EditorScreenState } from "./use-editor-screen";

interface Props {
  readonly screen: EditorScreenState;
  readonly head: ReactNode;
  /** Left panel; the editor's kinds and the outline if absent. */
  readonly left?: ReactNode;
  /** A line above the canvas. */
  readonly above?: ReactNode;
  /** Minimum and maximum number of roots. The bar of roots is shown only if this is set. */
  readonly roots?: { readonly least: number; readonly most: number } | undefined;
  /** Short sign of the root at an index, such as a letter, shown with its name. */
  readonly signOf: (index: number) => string;
  /** Working area; the canvas of the shown root if absent. */
  readonly canvas?: ReactNode;
  /** Right panel; the settings of the selected node if absent. Comments replace it while they are shown. */
  readonly right?: ReactNode;
  readonly dialogs?: ReactNode;
  /** The page shown instead of the editor while it is blocked. */
  readonly blocked: (why: Blocked, hasUnsaved: boolean) => ReactNode;
}

/** The screen of an editor. Head, left panel, canvas, right panel and dialogs can be replaced. */
export function EditorScreen({ screen, blocked, dialogs: own, ...slots }: Props) {
  const { t } = useTranslation();
  const { editor, root, stage, used, view } = screen;
  const { registry, rich } = editor;
  const { isViewed = false } = editor.editing;
  const { refusal, saved, state } = used;
  const element = useRef<HTMLDivElement>(null);
  const isEditing = stage === "editing";
  useLoadedParts(isEditing, rich.load);
  useKeys(editor, element);
  // Leaving waits for the save. The dialog opens only if the save failed or the document is offline.
  const held = useLeaveGuard({ isDirty: saved !== "saved", onHeld: used.saveNow });
  const leaving = { ...held, isAsking: held.isAsking && (saved === "failed" || state === "offline") };
  const isRestoring = state === "restoring";
  const rejectedText = useMemo(() => (refusal ? textOfDocument(refusal.doc, registry) : ""), [refusal, registry]);
  const word = (key: string) => t(composedKey(`${registry.texts}.${key}`));
  // Every stage renders them: without its dialog, a blocked link would seem dead.
  const dialogs = (
    <Suspense fallback={null}>
      {refusal ? (
        <RefusalDialog
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
  const { roots, signOf } = slots;
  const rows = [lacksPermission ? "auto" : "", slots.above ? "40px" : "", roots ? "41px" : "", "minmax(0, 1fr)"];
  return (
    <EditorProvider editor={editor}>
      <div ref={element} className={classes.screen}>
        {slots.head}
        {slots.left ?? <LeftSide root={root} />}
        <main className={classes.middle} style={{ gridTemplateRows: rows.filter(Boolean).join(" ") }}>
          {lacksPermission ? <p className={classes.viewing}>{word("viewing")}</p> : null}
          {slots.above}
          {roots ? <RootBar least={roots.least} most={roots.most} signOf={signOf} /> : null}
          {slots.canvas ?? <Canvas key={root} root={root} view={view} beside={screen.beside} />}
        </main>
        <aside className={classes.right} aria-label={t("words.settings")}>
          {screen.comments.isShown ? <Comments screen={screen} /> : (slots.right ?? <Panel />)}
        </aside>
        <p className="said" role="status" aria-live="polite">
          {screen.said}
        </p>
      </div>
      {screen.versions.isShown ? (
        <Suspense fallback={null}>
          <VersionsSheet
            documentId={screen.documentId}
            root={root}
            signOf={signOf}
            used={used}
            onClose={() => screen.versions.show(false)}
          />
        </Suspense>
      ) : null}
      {own}
      {dialogs}
      {screen.gated ? <UpgradeDialog kind={screen.gated} texts={registry.texts} onClose={screen.closeUpgrade} /> : null}
    </EditorProvider>
  );
}

function Comments({ screen }: { readonly screen: EditorScreenState }) {
  const { comments, documentId, editor, selected, used, user } = screen;
  return (
    <Suspense fallback={null}>
      <CommentsPanel
        documentId={documentId}
        me={user}
        awareness={used.awareness}
        node={selected ?? undefined}
        requests={comments.requests}
        nameOf={(node) => nameOf(editor, node) || undefined}
        onSelect={(node) => select(editor, node)}
        onClose={() => comments.show(false)}
      />
    </Suspense>
  );
}
