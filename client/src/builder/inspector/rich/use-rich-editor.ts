import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import { useTranslation } from "@/lib/i18n/translation";
import type { Editing } from "../../collab/editing";
import type { TagSuggestion } from "../inspector";
import classes from "./rich.module.css";
import { createRichEditor } from "./rich-editor";
import { formatTagName } from "./tag-name";
import { throttle } from "./throttle";

interface Options {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  readonly awareness: Awareness | undefined;
  readonly isLine: boolean;
  readonly label: string;
  readonly describedBy: string;
  readonly tags: readonly TagSuggestion[];
  readonly onDone: () => void;
  readonly onTools: () => void;
  readonly onChange: (() => void) | undefined;
}

/** A text editor in an element while the component is mounted, with the caret at the end. */
export function useRichEditor(place: RefObject<HTMLElement | null>, options: Options): Editor | undefined {
  const { t } = useTranslation();
  const { fragment, awareness, isLine, label, describedBy } = options;
  const { history } = options.editing;
  const [editor, setEditor] = useState<Editor>();
  const onDone = useEffectEvent(options.onDone);
  const onTools = useEffectEvent(options.onTools);
  const onChange = useEffectEvent(() => options.onChange?.());
  const tagLabel = useEffectEvent((source: string) => formatTagName(source, options.tags, t));
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const changes = throttle(() => onChange());
    const made = createRichEditor({
      element,
      fragment,
      history,
      awareness,
      label,
      describedBy,
      isLine,
      classes: {
        text: classes.text ?? "",
        tag: classes.tag ?? "",
        caret: classes.caret ?? "",
        chosen: classes.chosen ?? "",
      },
      tagLabel: (source) => tagLabel(source),
      onDone: () => onDone(),
      onTools: () => onTools(),
    });
    made.on("update", changes.call);
    made.commands.focus("end");
    setEditor(made);
    return () => {
      changes.flush();
      awareness?.setLocalStateField("cursor", null);
      made.destroy();
      setEditor(undefined);
    };
  }, [place, fragment, history, awareness, label, describedBy, isLine]);
  return editor;
}

/** A value read from the editor after each change; the same object until its content changes. */
export function useEditorState<Value extends string | boolean | number | undefined>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  return useSyncExternalStore(
    (told) => {
      editor.on("transaction", told);
      return () => editor.off("transaction", told);
    },
    () => read(editor),
  );
}
