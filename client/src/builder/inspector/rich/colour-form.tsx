import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { parseColour } from "../colours";
import colour from "../controls/colour.module.css";
import classes from "./rich.module.css";
import { useEditorState } from "./use-rich-editor";

interface Props {
  readonly editor: Editor;
  /** The colours of the document. */
  readonly colours: readonly string[];
  readonly onClose: () => void;
}

/** The colour of the selected text, or of the text typed next. */
export function ColourForm({ editor, colours, onClose }: Props) {
  const { t } = useTranslation();
  const own = useEditorState(editor, (now) => {
    const { color } = now.getAttributes("textStyle");
    return typeof color === "string" ? parseColour(color) : undefined;
  });
  const [typed, setTyped] = useState<string>();
  // The focus stays where the colour is chosen.
  const set = (chosen: string) => void editor.chain().setColor(chosen).run();
  const label = t("inspector.rich.colour");

  return (
    <form
      className={classes.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={colour.colour}>
        <input
          type="color"
          aria-label={t("inspector.rich.pickColour")}
          value={own ?? "#000000"}
          data-none={own === undefined || undefined}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
        <TextInput
          aria-label={label}
          value={typed ?? own?.toUpperCase() ?? ""}
          placeholder={t("inspector.rich.ownColour")}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          autoFocus
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            const chosen = parseColour(currentTarget.value);
            if (chosen !== undefined) set(chosen);
          }}
          onBlur={() => setTyped(undefined)}
        />
      </div>
      {colours.length > 0 ? (
        <div className={colour.swatches} data-open>
          {colours.map((each) => (
            <button
              key={each}
              type="button"
              style={{ background: each }}
              title={each.toUpperCase()}
              aria-label={`${label}: ${each.toUpperCase()}`}
              aria-pressed={each === own}
              onClick={() => {
                setTyped(undefined);
                set(each);
              }}
            />
          ))}
        </div>
      ) : null}
      <div className={classes.actions}>
        {own === undefined ? null : (
          <Button
            onClick={() => {
              editor.chain().focus().unsetColor().run();
              onClose();
            }}
          >
            {t("inspector.rich.uncolour")}
          </Button>
        )}
        <Button type="submit" variant="filled">
          {t("inspector.rich.done")}
        </Button>
      </div>
    </form>
  );
}
