import { Button, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useForm } from "@/ui/use-form";
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
  const previous = typeof href === "string" ? href : "";
  const form = useForm({
    initial: { address: previous },
    validate: ({ address }) =>
      cleanLinkUrl(address) === undefined ? { address: t("inspector.rich.addressWrong") } : {},
    onValid: ({ values }) => apply(values.address),
  });

  function apply(typed: string): void {
    const address = cleanLinkUrl(typed);
    if (address === undefined) return;
    const isBare = editor.state.selection.empty && previous === "";
    const words = { type: "text", text: typed.trim(), marks: [{ type: "link", attrs: { href: address } }] };
    if (isBare) editor.chain().focus().insertContent(words).unsetMark("link").run();
    else editor.chain().focus().extendMarkRange("link").setLink({ href: address }).run();
    onClose();
  }

  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TextInput
        label={t("inspector.rich.address")}
        maxLength={2000}
        placeholder={t("inspector.rich.addressPlaceholder")}
        {...form.text("address")}
        data-autofocus
        autoFocus
      />
      <div className={classes.actions}>
        {previous ? (
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
