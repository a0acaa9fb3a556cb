/** Parts of a graph editor without a screen and a server. */
import { render } from "@testing-library/react";
import { useActorRef } from "@xstate/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { translateKey } from "../../inspector/tests/render-inspector";
import type { GraphEditing } from "../editing";
import type { GraphEditor } from "../editor";
import { GraphEditorProvider } from "../editor-provider";
import { createGraphStore } from "../graph-store";
import { useKeys } from "../keyboard/use-keys";
import { graphMachine } from "../machine/graph-machine";
import type { GraphRegistry } from "../registry";
import { FLOWS } from "./flow-editor";

interface RenderedGraph {
  editor: GraphEditor | undefined;
  readonly said: string[];
}

interface Props {
  readonly editing: GraphEditing;
  readonly shown: RenderedGraph;
  readonly registry: GraphRegistry;
  readonly children: ReactNode;
}

function Editor({ editing, shown, registry, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const actor = useActorRef(graphMachine, { input: { document: "ready" } });
  const [editor] = useState(
    (): GraphEditor => ({
      editing,
      store: createGraphStore(editing.doc, editing.structure),
      registry,
      actor,
      tags: [],
      t: translateKey,
      say: (sentence) => shown.said.push(sentence),
      allows: ({ feature }) => feature === undefined,
      offerUpgrade: () => undefined,
      save: () => undefined,
    }),
  );
  shown.editor = editor;
  useEffect(() => editor.store.listen(), [editor]);
  useKeys(editor, frame);
  return (
    <GraphEditorProvider editor={editor}>
      <div ref={frame}>{children}</div>
    </GraphEditorProvider>
  );
}

/** Renders parts of an editor. Texts are their keys. */
export function renderGraph(editing: GraphEditing, children: ReactNode, registry: GraphRegistry = FLOWS) {
  const shown: RenderedGraph = { editor: undefined, said: [] };
  render(
    <Editor editing={editing} shown={shown} registry={registry}>
      {children}
    </Editor>,
  );
  const { editor, said } = shown;
  if (!editor) throw new Error("no editor");
  return { editor, said };
}
