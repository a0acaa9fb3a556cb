import { type ReactNode, Suspense, useCallback, useRef } from "react";
import type * as Y from "yjs";
import { EditorScreen } from "../../screen/editor-screen";
import type { BlockedReason } from "../../screen/stages";
import { UpgradeDialog } from "../../screen/upgrade-dialog";
import { showNode } from "../actions";
import { GraphAdder } from "../adder/adder";
import { ConnectDialog } from "../connect/connect-dialog";
import { extractDocumentText } from "../document-text";
import { getKindName, getNodeName } from "../editor";
import { GraphEditorProvider } from "../editor-provider";
import { useKeys } from "../keyboard/use-keys";
import { GraphPanel } from "../panel/panel";
import { GraphCanvas, VersionsSheet } from "./lazy-canvas";
import type { GraphScreenState } from "./use-graph-screen";

interface Props {
  readonly screen: GraphScreenState;
  readonly head: ReactNode;
  /** Left panel; the editor's kinds if absent. */
  readonly left?: ReactNode;
  /** A line above the canvas. */
  readonly above?: ReactNode;
  /** Right panel; the settings and connections of the selected node if absent. */
  readonly right?: ReactNode;
  readonly dialogs?: ReactNode;
  /** The page shown instead of the editor while it is blocked. */
  readonly blocked: (why: BlockedReason, hasUnsaved: boolean) => ReactNode;
}

/** The screen of a graph editor. Head, left panel, right panel and dialogs can be replaced. */
export function GraphScreen({ screen, ...slots }: Props) {
  const { editor, gated, used, versions } = screen;
  const { registry } = editor;
  const frame = useRef<HTMLDivElement>(null);
  useKeys(editor, frame);
  const textOf = useCallback((doc: Y.Doc) => extractDocumentText(doc, registry), [registry]);
  return (
    <GraphEditorProvider editor={editor}>
      <EditorScreen
        screen={screen}
        frame={frame}
        texts={registry.texts}
        textOf={textOf}
        nameOf={(node) => getNodeName(editor, node) || undefined}
        onSelect={(node) => showNode(editor, node)}
        head={slots.head}
        left={slots.left ?? <GraphAdder />}
        above={slots.above}
        canvas={
          <Suspense fallback={<div />}>
            <GraphCanvas beside={screen.beside} />
          </Suspense>
        }
        right={slots.right ?? <GraphPanel />}
        versions={<VersionsSheet documentId={screen.documentId} used={used} onClose={() => versions.show(false)} />}
        dialogs={
          <>
            <ConnectDialog />
            {slots.dialogs}
            {gated ? <UpgradeDialog name={getKindName(editor, gated.name)} onClose={screen.closeUpgrade} /> : null}
          </>
        }
        blocked={slots.blocked}
      />
    </GraphEditorProvider>
  );
}
