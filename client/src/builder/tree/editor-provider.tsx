import { type ReactNode, useMemo } from "react";
import { InspectorContext } from "../inspector/inspector";
import { type Editor, EditorContext } from "./editor";
import { NodeControl } from "./panel/node-control";
import { RichControl } from "./panel/rich-control";

/** Gives the parts below an editor, and their settings what they need of it. */
export function EditorProvider({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  const { registry, tags, t } = editor;
  const inspector = useMemo(
    () => ({
      texts: registry.texts,
      globalFields: registry.globalFields,
      tags,
      controls: { rich: RichControl, node: NodeControl, ...registry.controls },
      t,
    }),
    [registry, tags, t],
  );
  return (
    <EditorContext value={editor}>
      <InspectorContext value={inspector}>{children}</InspectorContext>
    </EditorContext>
  );
}
