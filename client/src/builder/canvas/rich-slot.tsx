import { useSelector } from "@xstate/react";
import { createContext, Suspense, useContext } from "react";
import { nameOf, useEditor } from "../editor";
import { wordsOf } from "../model/rich-words";
import type { RichProps } from "../registry";
import { useNode } from "../store/use-store";
import { useDrawing } from "./draw-context";
import classes from "./node-box.module.css";

/** Of which node the drawing is that stands in it. */
export const NodeContext = createContext("");

/** Words that stand for those that are not written yet. */
function Bare({ children }: { readonly children: string }) {
  return <span className={classes.unwritten}>{children}</span>;
}

/** The rich text of a setting: drawn, or what writes in it while somebody does that here. */
export function RichSlot({ field, placeholder, ...look }: RichProps) {
  const editor = useEditor();
  const { isStill } = useDrawing();
  const id = useContext(NodeContext);
  const node = useNode(editor.store, id);
  const isWriting = useSelector(
    editor.actor,
    ({ context }) => !isStill && context.writing?.id === id && context.writing.field === field,
  );
  const value = node?.settings[field] ?? null;
  const schema = editor.registry.kinds.get(node?.kind ?? "")?.fields.find(({ name }) => name === field)?.schema;
  const holds = schema?.holds === "line" ? "line" : "blocks";
  const drawn = editor.rich.draw(value, { holds, ...look });
  const fragment = isWriting ? editor.store.fragment(id, field) : undefined;
  if (!fragment) return wordsOf(value).trim() || isStill || !placeholder ? drawn : <Bare>{placeholder}</Bare>;
  const { Writer } = editor.rich;
  return (
    <Suspense fallback={drawn}>
      <Writer
        editing={editor.editing}
        fragment={fragment}
        node={id}
        field={field}
        isLine={holds === "line"}
        label={nameOf(editor, id)}
        onDone={() => editor.actor.send({ type: "stopWriting" })}
      />
    </Suspense>
  );
}
