import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { ControlProps } from "../inspector/controls/control-props";
import { InspectorContext } from "../inspector/inspector";
import { type Editor, EditorContext } from "./editor";
import { RichControl } from "./panel/rich-control";

// Its list of options would add 25 kB to the editor's first load.
const NodeSelect = lazy(async () => ({ default: (await import("./panel/node-control")).NodeControl }));

function NodeControl(props: ControlProps) {
  return (
    <Suspense fallback={null}>
      <NodeSelect {...props} />
    </Suspense>
  );
}

/** Provides an editor, and the context of its setting controls. */
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
