import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./rich.module.css";
import type { TagOffer } from "./tag-completion";
import { tagName } from "./tag-name";
import { readTag, type TagSource, writeTag } from "./tag-source";

interface Props {
  readonly editor: Editor;
  readonly tags: readonly TagOffer[];
  readonly onClose: () => void;
}

const NEW: TagSource = { field: "", fallback: "", filters: [] };

/** The chip that is chosen; undefined when none is. */
function chosenTag(editor: Editor): TagSource | undefined {
  const { selection } = editor.state;
  const isChip = selection instanceof NodeSelection && selection.node.type.name === "mergeTag";
  return isChip ? readTag(String(selection.node.attrs.source)) : undefined;
}

/** Which field stands there, and what for those without one: of the chosen chip, or of a new one. */
export function TagForm({ editor, tags, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen] = useState(() => chosenTag(editor));
  const [tag, setTag] = useState<TagSource>(() => chosen ?? { ...NEW, field: tags[0]?.tag ?? "" });
  const isKnown = tags.some(({ tag: known }) => known === tag.field);
  const offers = isKnown || tag.field === "" ? tags : [{ tag: tag.field, label: tag.field }, ...tags];

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (tag.field === "") return;
    editor
      .chain()
      .focus()
      .insertContent({ type: "mergeTag", attrs: { source: writeTag(tag) } })
      .run();
    onClose();
  }

  return (
    <form
      className={classes.form}
      aria-label={
        chosen ? t("inspector.tags.edit", { field: tagName(chosen.field, tags, t) }) : t("terms.insertMergeTag")
      }
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <NativeSelect
        label={t("terms.field")}
        value={tag.field}
        data={offers.map(({ tag: value, label }) => ({ value, label }))}
        autoFocus
        onChange={({ currentTarget }) => setTag({ ...tag, field: currentTarget.value })}
      />
      <TextInput
        label={t("inspector.tags.default")}
        description={t("inspector.tags.defaultHelp")}
        value={tag.fallback}
        maxLength={200}
        onChange={({ currentTarget }) => setTag({ ...tag, fallback: currentTarget.value })}
      />
      <div className={classes.actions}>
        {chosen ? (
          <Button
            onClick={() => {
              editor.chain().focus().deleteSelection().run();
              onClose();
            }}
          >
            {t("inspector.tags.remove")}
          </Button>
        ) : null}
        <Button type="submit" variant="filled" disabled={tag.field === ""}>
          {t(chosen ? "inspector.rich.apply" : "terms.insertMergeTag")}
        </Button>
      </div>
    </form>
  );
}
