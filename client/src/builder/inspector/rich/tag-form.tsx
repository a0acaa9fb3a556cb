import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { getFallback, type MergeTag, readTag, withFallback, writeTag } from "@/lib/merge-tags/tag";
import { useForm } from "@/ui/use-form";
import type { TagSuggestion } from "../inspector";
import classes from "./rich.module.css";
import { formatTagName } from "./tag-name";

interface Props {
  readonly editor: Editor;
  readonly tags: readonly TagSuggestion[];
  readonly onClose: () => void;
}

/** The selected merge tag; undefined for a new one. */
function getSelectedTag(editor: Editor): MergeTag | undefined {
  const { selection } = editor.state;
  const isChip = selection instanceof NodeSelection && selection.node.type.name === "mergeTag";
  return isChip ? readTag(String(selection.node.attrs.source)) : undefined;
}

/** The field and fallback text of the selected merge tag, or of a new one. */
export function TagForm({ editor, tags, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen] = useState(() => getSelectedTag(editor));
  const form = useForm({
    initial: { field: chosen?.field ?? tags[0]?.tag ?? "", fallback: chosen ? getFallback(chosen) : "" },
    onValid: ({ values }) => insert(values.fallback),
  });
  const { field } = form.values;
  const isKnown = tags.some(({ tag: known }) => known === field);
  const offers = isKnown || field === "" ? tags : [{ tag: field, label: field }, ...tags];

  function insert(fallback: string): void {
    const tag = withFallback({ field, filters: chosen?.filters ?? [] }, fallback);
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
        chosen ? t("inspector.tags.edit", { field: formatTagName(chosen.field, tags, t) }) : t("terms.insertMergeTag")
      }
      onSubmit={form.onSubmit}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <NativeSelect
        label={t("terms.field")}
        {...form.text("field")}
        data={offers.map(({ tag: value, label }) => ({ value, label }))}
        autoFocus
      />
      <TextInput
        label={t("inspector.tags.default")}
        description={t("inspector.tags.defaultHelp")}
        {...form.text("fallback")}
        maxLength={200}
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
        <Button type="submit" variant="filled" disabled={field === ""}>
          {t(chosen ? "inspector.rich.apply" : "terms.insertMergeTag")}
        </Button>
      </div>
    </form>
  );
}
