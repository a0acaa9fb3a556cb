import { useSelector } from "@xstate/react";
import { createContext, Suspense, useContext } from "react";
import { useNode } from "../../collab/store/use-store";
import { listColours } from "../../inspector/colours";
import type { AlignSetting } from "../../inspector/rich/rich-parts";
import { extractPlainText } from "../../inspector/rich-plain-text";
import { resolveValues } from "../../inspector/schema";
import { parseSide } from "../../inspector/sides";
import { updateSettings } from "../commands/settings";
import { type Editor, getNodeName, useEditor } from "../editor";
import type { RichProps } from "../registry";
import classes from "./node-box.module.css";
import { useRenderContext } from "./render-context";

/** Id of the node that is rendered. */
export const NodeContext = createContext("");

/** The placeholder of an empty text. */
function Placeholder({ children }: { readonly children: string }) {
  return <span className={classes.unwritten}>{children}</span>;
}

/** The setting of a node that the panel shows as an alignment. */
function getAlignSetting({ editing, registry, store }: Editor, id: string): AlignSetting | undefined {
  const node = store.node(id);
  const field = registry.kinds.get(node?.kind ?? "")?.fields.find(({ control }) => control === "align");
  if (!field) return undefined;
  const side = parseSide(node?.settings[field.name]) ?? parseSide(field.schema.default) ?? "left";
  return { side, set: (next) => void updateSettings(editing, id, { [field.name]: next }) };
}

/** The rich text of a setting, or its text editor while the user writes in it. */
export function RichSlot({ field, placeholder, ...look }: RichProps) {
  const editor = useEditor();
  const { isStill } = useRenderContext();
  const id = useContext(NodeContext);
  const node = useNode(editor.store, id);
  const isWriting = useSelector(
    editor.actor,
    ({ context }) => !isStill && context.writing?.id === id && context.writing.field === field,
  );
  const value = node?.settings[field] ?? null;
  const schema = editor.registry.kinds.get(node?.kind ?? "")?.fields.find(({ name }) => name === field)?.schema;
  const holds = schema?.holds === "line" ? "line" : "blocks";
  const rendered = editor.rich.render(value, { holds, ...look });
  const fragment = isWriting && !editor.editing.isViewed ? editor.store.fragment(id, field) : undefined;
  if (!fragment)
    return extractPlainText(value).trim() || isStill || !placeholder ? (
      rendered
    ) : (
      <Placeholder>{placeholder}</Placeholder>
    );
  const { Writer } = editor.rich;
  return (
    <Suspense fallback={rendered}>
      <Writer
        editing={editor.editing}
        fragment={fragment}
        node={id}
        field={field}
        isLine={holds === "line"}
        label={getNodeName(editor, id)}
        align={getAlignSetting(editor, id)}
        colours={listColours(
          editor.registry.globalFields,
          resolveValues(editor.registry.globals, editor.store.globals()),
        )}
        onDone={() => editor.actor.send({ type: "stopWriting" })}
      />
    </Suspense>
  );
}
