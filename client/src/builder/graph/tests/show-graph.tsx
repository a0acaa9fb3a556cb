/** Parts of a graph editor without a screen and a server. */
import { render } from "@testing-library/react";
import { useActorRef } from "@xstate/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { KEYS } from "../../inspector/tests/render-inspector";
import type { GraphEditing } from "../editing";
import type { GraphEditor } from "../editor";
import { GraphEditorProvider } from "../editor-provider";
import { graphStore } from "../graph-store";
import { useKeys } from "../keyboard/use-keys";
import { graphMachine } from "../machine/graph-machine";
import type { GraphRegistry } from "../registry";
import { FLOWS } from "./flow-editor";

interface Shown {
  editor: GraphEditor | undefined;
  readonly said: string[];
}

interface Props {
  readonly editing: GraphEditing;
  readonly shown: Shown;
  readonly registry: GraphRegistry;
  readonly children: ReactNode;
}

function Editor({ editing, shown, registry, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const actor = useActorRef(graphMachine, { input: { document: "ready" } });
  const [editor] = useState(
    (): GraphEditor => ({
      editing,
      store: graphStore(editing.doc, editing.structure),
      registry,
      actor,
      tags: [],
      t: KEYS,
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
export function showGraph(editing: GraphEditing, children: ReactNode, registry: GraphRegistry = FLOWS) {
  const shown: Shown = { editor: undefined, said: [] };
  render(
    <Editor editing={editing} shown={shown} registry={registry}>
      {children}
    </Editor>,
  );
  const { editor, said } = shown;
  if (!editor) throw new Error("no editor");
  return { editor, said };
}
