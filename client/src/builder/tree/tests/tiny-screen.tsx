/** Parts of a tree editor without a screen and a server, and documents to edit. */
import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { useActorRef } from "@xstate/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getRoots } from "../../collab/maps";
import type { WriterProps } from "../../inspector/rich/rich-parts";
import { extractPlainText } from "../../inspector/rich-plain-text";
import { translateKey } from "../../inspector/tests/render-inspector";
import { insert } from "../commands/insert";
import type { TreeEditing } from "../editing";
import type { Editor } from "../editor";
import { EditorProvider } from "../editor-provider";
import { useKeys } from "../keyboard/use-keys";
import { editorMachine } from "../machine/editor-machine";
import type { Piece } from "../model/pieces";
import type { EditorRegistry } from "../registry";
import { createTreeStore } from "../tree-store";
import { STRUCTURES } from "./structures";
import { TINY } from "./tiny-editor";

export const book = (title: string): Piece => ({ level: "component", kind: "book", settings: { title }, children: [] });
export const lamp = (words: string): Piece => ({
  level: "component",
  kind: "lamp",
  settings: { words: { $rich: [{ name: "paragraph", attributes: {}, inside: [{ text: [{ insert: words }] }] }] } },
  children: [],
});
export const board = (...children: Piece[]): Piece => ({ level: "column", kind: "board", settings: {}, children });
export const shelf = (...children: Piece[]): Piece => ({ level: "row", kind: "shelf", settings: {}, children });

export function createDocument(...pieces: Piece[]): TreeEditing {
  const doc = new Y.Doc();
  getRoots(doc).set("body", new Y.Map([["order", "a0"]]));
  const editing = { doc, history: new History(doc), structure: STRUCTURES.rows };
  for (const piece of pieces) insert(editing, piece, { parent: "body", index: 99 });
  // The initial content cannot be undone.
  return { ...editing, history: new History(doc) };
}

function Writer({ align, colours }: WriterProps) {
  return (
    <>
      <textarea aria-label="writer" />
      <button type="button" onClick={() => align?.set("right")}>{`${align?.side} ${colours.join(" ")}`}</button>
    </>
  );
}

export interface ScreenRecord {
  editor: Editor | undefined;
  said: string[];
  gated: string[];
  saves: number;
}

interface ScreenProps {
  readonly editing: TreeEditing;
  readonly told: ScreenRecord;
  readonly registry: EditorRegistry;
  readonly children: ReactNode;
}

function Screen({ editing, told, registry, children }: ScreenProps) {
  const screen = useRef<HTMLDivElement>(null);
  const actor = useActorRef(editorMachine, { input: { document: "ready" } });
  const [editor] = useState(
    (): Editor => ({
      editing,
      store: createTreeStore(editing.doc, editing.structure),
      registry,
      actor,
      rich: { render: (value) => extractPlainText(value), Writer, load: () => Promise.resolve() },
      tags: [{ tag: "firstname", label: "First name" }],
      t: translateKey,
      say: (sentence) => told.said.push(sentence),
      allows: ({ feature }) => feature === undefined,
      offerUpgrade: ({ name }) => told.gated.push(name),
      save: () => {
        told.saves += 1;
      },
    }),
  );
  told.editor = editor;
  useEffect(() => editor.store.listen(), [editor]);
  useKeys(editor, screen);
  return (
    <EditorProvider editor={editor}>
      <div ref={screen}>{children}</div>
    </EditorProvider>
  );
}

export function renderEditor(editing: TreeEditing, children: ReactNode, registry: EditorRegistry = TINY): ScreenRecord {
  const told: ScreenRecord = { editor: undefined, said: [], gated: [], saves: 0 };
  render(
    <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
      <Screen editing={editing} told={told} registry={registry}>
        {children}
      </Screen>
    </MantineProvider>,
  );
  return told;
}
