import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { rankMatches } from "@/lib/merge-tags/completion";
import type { TagSuggestion } from "../inspector";
import { Floating } from "./floating";
import classes from "./rich.module.css";
import { parseTypedTag, type TypedTag } from "./typed-tag";
import { useAnchor } from "./use-anchor";
import { useEditorState } from "./use-rich-editor";

interface Props {
  readonly editor: Editor;
  readonly tags: readonly TagSuggestion[];
}

const MAX_SUGGESTIONS = 8;

function getTypedTag(editor: Editor): TypedTag | undefined {
  const { empty, $from } = editor.state.selection;
  if (!empty || !editor.isFocused || !$from.parent.isTextblock) return undefined;
  return parseTypedTag($from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc"));
}

/** Suggests merge tags while the user types after {{ or @. Arrow keys choose, Enter and Tab insert, Escape closes. */
export function TagSuggestions({ editor, tags }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string>();
  const typed = useEditorState(editor, (now) => {
    const found = getTypedTag(now);
    return found && `${found.length} ${found.query}`;
  });
  const isOpen = typed !== undefined && typed !== closedAt;
  const query = typed?.slice(typed.indexOf(" ") + 1) ?? "";
  const offers = isOpen ? rankMatches(query, tags, ({ tag, label }) => [tag, label]).slice(0, MAX_SUGGESTIONS) : [];
  const at = Math.min(active, offers.length - 1);
  const caret = () => {
    const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
    return new DOMRect(left, top, 0, bottom - top);
  };
  const spot = useAnchor(list, caret, "below", `${typed} ${offers.length}`);

  function choose(index: number): void {
    const offer = offers[index];
    const now = getTypedTag(editor);
    if (!offer || !now) return;
    const { from } = editor.state.selection;
    const chip = { type: "mergeTag", attrs: { source: offer.tag } };
    editor
      .chain()
      .focus()
      .insertContentAt({ from: from - now.length, to: from }, chip)
      .run();
  }

  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (offers.length === 0) return;
    if (event.key === "ArrowDown") setActive((at + 1) % offers.length);
    else if (event.key === "ArrowUp") setActive((at - 1 + offers.length) % offers.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(at);
    else if (event.key === "Escape") setClosedAt(typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const { dom } = editor.view;
    const hear = (event: KeyboardEvent) => onKey(event);
    // Before the text editor, in which Enter inserts a line break.
    dom.addEventListener("keydown", hear, { capture: true });
    return () => dom.removeEventListener("keydown", hear, { capture: true });
  }, [editor]);
  useEffect(() => {
    const { dom } = editor.view;
    const isShown = offers.length > 0;
    if (isShown) dom.setAttribute("aria-activedescendant", `${id}-${at}`);
    else dom.removeAttribute("aria-activedescendant");
    if (isShown) dom.setAttribute("aria-controls", id);
    else dom.removeAttribute("aria-controls");
  }, [editor, id, at, offers.length]);

  if (offers.length === 0) return null;
  return (
    <Floating
      ref={list}
      id={id}
      role="listbox"
      aria-label={t("inspector.tags.heading")}
      className={classes.offers}
      style={spot ?? { visibility: "hidden" }}
    >
      {offers.map(({ tag, label }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text that keeps the focus hears the keys
        <div
          key={tag}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.offer}
          onClick={() => choose(index)}
        >
          <code>{tag}</code>
          {label === tag ? null : <span>{label}</span>}
        </div>
      ))}
    </Floating>
  );
}
