import { type ReactNode, useMemo } from "react";
import { InspectorContext } from "../inspector/inspector";
import { type GraphEditor, GraphEditorContext } from "./editor";

/** Provides an editor, and the context of its setting controls. */
export function GraphEditorProvider({
  editor,
  children,
}: {
  readonly editor: GraphEditor;
  readonly children: ReactNode;
}) {
  const { registry, tags, t } = editor;
  const inspector = useMemo(
    () => ({
      texts: registry.texts,
      globalFields: registry.globalFields,
      tags,
      controls: registry.controls ?? {},
      t,
    }),
    [registry, tags, t],
  );
  return (
    <GraphEditorContext value={editor}>
      <InspectorContext value={inspector}>{children}</InspectorContext>
    </GraphEditorContext>
  );
}
