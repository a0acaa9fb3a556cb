import { type FocusEvent, type FormEvent, type KeyboardEvent, type RefObject, useId, useState } from "react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import {
  buildInsertion,
  findOpenTag,
  listOpenRepeats,
  listSuggestions,
  type Suggestion,
} from "@/lib/merge-tags/completion";
import { EMAIL_TAGS, type MergeField } from "@/lib/merge-tags/fields";
import { insertText } from "@/lib/text-insert";
import { measureCaretPosition } from "./caret-position";
import { TagSuggestions } from "./tag-suggestions";

type TextBox = HTMLInputElement | HTMLTextAreaElement;

interface TypingState {
  readonly before: string;
  readonly after: string;
  readonly x: number;
  readonly y: number;
}

/** Keys that move the caret away and close the suggestions. */
const CLOSING_KEYS = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);
const NO_SUGGESTIONS: readonly Suggestion[] = [];

function toMergeField(tag: string): MergeField {
  return { tag, name: "", custom: false, several: false };
}

interface Options {
  readonly fields: readonly MergeField[];
  /** Whether to also offer the tags of the email itself, such as the unsubscribe link. */
  readonly withEmailTags?: boolean;
}

/**
 * Suggests fields and filters while a merge tag is typed: arrows select, Enter and Tab insert, Escape closes. Spread
 * `props` on the text box and render `list` beside it in a positioned element.
 */
export function useTagCompletion(box: RefObject<TextBox | null>, { fields, withEmailTags = false }: Options) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<TypingState>();
  const [active, setActive] = useState(0);

  const emailTags: readonly MergeField[] = EMAIL_TAGS.map(toMergeField);
  const around = typed ? listOpenRepeats(typed.before).map(toMergeField) : [];
  const tags = [...around, ...fields, ...(withEmailTags ? emailTags : [])];
  const nameOf = ({ tag, name }: MergeField) =>
    t([toTextKey(`mergeTags.fields.${tag}`), toTextKey(`mergeTags.ofEmail.${tag}`), "terms.name"], {
      name,
    }) || undefined;
  const open = typed && findOpenTag(typed.before);
  const items = open ? listSuggestions(open, tags, nameOf) : NO_SUGGESTIONS;
  const isOpen = items.length > 0;
  const at = Math.min(active, items.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  function close(): void {
    setTyped(undefined);
  }

  function onInput({ currentTarget }: FormEvent<TextBox>): void {
    const { value, selectionStart, selectionEnd } = currentTarget;
    const caret = selectionEnd ?? value.length;
    setActive(0);
    if (selectionStart !== selectionEnd || !findOpenTag(value.slice(0, caret))) {
      close();
      return;
    }
    setTyped({
      before: value.slice(0, caret),
      after: value.slice(caret),
      ...measureCaretPosition(currentTarget, caret),
    });
  }

  function choose(index: number): void {
    const chosen = items[index];
    if (!chosen || !open || !typed || !box.current) return;
    const { replaces, text, caret } = buildInsertion(open, chosen, typed.before, typed.after);
    const start = typed.before.length - replaces;
    box.current.focus();
    box.current.setSelectionRange(start, typed.before.length);
    close();
    insertText(box.current, text);
    box.current.setSelectionRange(start + caret, start + caret);
    close();
  }

  function onKeyDown(event: KeyboardEvent<TextBox>): void {
    if (!isOpen) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((at + step + items.length) % items.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      choose(at);
    } else if (event.key === "Escape") {
      close();
    } else {
      if (CLOSING_KEYS.has(event.key)) close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    props: {
      onInput,
      onKeyDown,
      onBlur: (_: FocusEvent<TextBox>) => close(),
      onClick: close,
      "aria-autocomplete": "list" as const,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen ? optionId(at) : undefined,
    },
    list:
      isOpen && typed ? (
        <TagSuggestions
          id={id}
          items={items}
          active={at}
          optionId={optionId}
          x={typed.x}
          y={typed.y}
          onChoose={choose}
        />
      ) : null,
  };
}
