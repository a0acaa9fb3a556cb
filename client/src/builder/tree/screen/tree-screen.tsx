import { lazy, type ReactNode, Suspense, useCallback, useRef } from "react";
import type * as Y from "yjs";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import type { Finding } from "../../inspector/findings";
import { EditorScreen } from "../../screen/editor-screen";
import { UpgradeDialog } from "../../screen/lazy-parts";
import type { BlockedReason } from "../../screen/stages";
import { Canvas } from "../canvas/canvas";
import { extractDocumentText } from "../document-text";
import { getNodeName } from "../editor";
import { EditorProvider } from "../editor-provider";
import { FindingsProvider } from "../findings/findings-context";
import { useKeys } from "../keyboard/use-keys";
import { Panel } from "../panel/panel";
import { RootBar } from "../roots/root-bar";
import { select } from "../selection";
import { LeftPanel } from "./left-panel";
import type { TreeScreenState } from "./use-tree-screen";

const VersionsSheet = lazy(async () => ({ default: (await import("./versions-sheet")).VersionsSheet }));

interface Props {
  readonly screen: TreeScreenState;
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
  /** Right panel; the settings of the selected node if absent. */
  readonly right?: ReactNode;
  readonly dialogs?: ReactNode;
  /** Problems that the server found, shown with those that the editor computes. */
  readonly findings?: readonly Finding[] | undefined;
  /** The page shown instead of the editor while it is blocked. */
  readonly blocked: (why: BlockedReason, hasUnsaved: boolean) => ReactNode;
}

/** The screen of a tree editor. Head, left panel, canvas, right panel and dialogs can be replaced. */
export function TreeScreen({ screen, roots, signOf, ...slots }: Props) {
  const { t } = useTranslation();
  const { editor, gated, root, used, versions, view } = screen;
  const { registry } = editor;
  const frame = useRef<HTMLDivElement>(null);
  useKeys(editor, frame);
  const textOf = useCallback((doc: Y.Doc) => extractDocumentText(doc, registry), [registry]);
  return (
    <EditorProvider editor={editor}>
      <FindingsProvider findings={slots.findings}>
        <EditorScreen
          screen={screen}
          frame={frame}
          texts={registry.texts}
          textOf={textOf}
          nameOf={(node) => getNodeName(editor, node) || undefined}
          onSelect={(node) => select(editor, node)}
          load={editor.rich.load}
          head={slots.head}
          left={slots.left ?? <LeftPanel root={root} />}
          above={slots.above}
          bar={roots ? <RootBar least={roots.least} most={roots.most} signOf={signOf} /> : undefined}
          canvas={slots.canvas ?? <Canvas key={root} root={root} view={view} beside={screen.beside} />}
          right={slots.right ?? <Panel />}
          versions={
            <VersionsSheet
              documentId={screen.documentId}
              root={root}
              signOf={signOf}
              used={used}
              onClose={() => versions.show(false)}
            />
          }
          dialogs={
            <>
              {slots.dialogs}
              {gated ? (
                <Suspense fallback={null}>
                  <UpgradeDialog
                    name={t(toTextKey(`${registry.texts}.kinds.${gated.name}.name`))}
                    onClose={screen.closeUpgrade}
                  />
                </Suspense>
              ) : null}
            </>
          }
          blocked={slots.blocked}
        />
      </FindingsProvider>
    </EditorProvider>
  );
}
