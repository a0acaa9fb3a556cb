import { useEffect, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import type { Suggestion } from "@/lib/merge-tags/completion";
import classes from "./tag-suggestions.module.css";

interface Props {
  readonly id: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly optionId: (index: number) => string;
  /** Pixels from the corner of the box. */
  readonly x: number;
  readonly y: number;
  readonly onChoose: (index: number) => void;
}

/** Suggestions for an open merge tag. The text box keeps the focus. */
export function TagSuggestions({ id, items, active, optionId, x, y, onChoose }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  return (
    <div className={classes.place}>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t("mergeTags.suggestions")}
        className={classes.list}
        style={{ insetBlockStart: y + 2, insetInlineStart: `min(${x}px, calc(100% - 240px))` }}
      >
        {items.map((item, index) => (
          // The text box has the focus and the keys, and a click must not move it.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box that keeps the focus hears the keys
          <div
            key={item.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(index)}
          >
            <code>{item.label}</code>
            {item.name ? <span>{item.name}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
