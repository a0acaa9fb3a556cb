import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { cleanLinkUrl } from "./link-urls";
import classes from "./rich.module.css";

interface Props {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** The URL of the selected text. Without a selection, the URL itself is inserted. */
export function LinkForm({ editor, onClose }: Props) {
  const { t } = useTranslation();
  const { href } = editor.getAttributes("link");
  const former = typeof href === "string" ? href : "";
  const [typed, setTyped] = useState(former);
  const [isWrong, setWrong] = useState(false);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const address = cleanLinkUrl(typed);
    if (address === undefined) {
      setWrong(true);
      return;
    }
    const isBare = editor.state.selection.empty && former === "";
    const words = { type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href: address } }] };
    if (isBare) editor.chain().focus().insertContent(words).unsetMark("link").run();
    else editor.chain().focus().extendMarkRange("link").setLink({ href: address }).run();
    onClose();
  }

  return (
    <form
      className={classes.form}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput
        label={t("inspector.rich.address")}
        value={typed}
        maxLength={2000}
        placeholder={t("inspector.rich.addressPlaceholder")}
        error={isWrong ? t("inspector.rich.addressWrong") : false}
        data-autofocus
        autoFocus
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWrong(false);
        }}
      />
      <div className={classes.actions}>
        {former ? (
          <Button
            onClick={() => {
              editor.chain().focus().extendMarkRange("link").unsetLink().run();
              onClose();
            }}
          >
            {t("inspector.rich.unlink")}
          </Button>
        ) : null}
        <Button type="submit" variant="filled">
          {t("inspector.rich.apply")}
        </Button>
      </div>
    </form>
  );
}
