import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { type Label, useCreateLabel, useRenameLabel } from "../labels-data";
import { Dialog } from "./dialog";
import classes from "./dialog.module.css";

interface Props {
  /** The label to rename; a new one when absent. */
  readonly label: Label | undefined;
  readonly onClose: () => void;
}

const NAME_LENGTH = 60;

/** What the server would keep of a name: letters, digits, spaces and hyphens (CONT-49). */
function cleaned(name: string): string {
  return name.replace(/[^\p{L}\p{N} -]/gu, "").trim();
}

export function LabelDialog({ label, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(label?.name ?? "");
  const [isChecked, setChecked] = useState(false);
  useKeptDraft(`label:${label?.id ?? "new"}`, {
    values: name,
    isDirty: name !== (label?.name ?? ""),
    restore: setName,
  });
  const create = useCreateLabel();
  const rename = useRenameLabel();
  const failure = create.error ?? rename.error;
  const kept = cleaned(name);
  const missing = isChecked && kept === "" ? t("contacts.labelNameMissing") : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (kept === "") return;
    const body = { name };
    if (label) rename.mutate({ params: { path: { label_id: label.id } }, body }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  }

  return (
    <Dialog title={label ? t("contacts.labelRename") : t("contacts.labelNew")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label={t("contacts.labelName")}
          size="md"
          value={name}
          maxLength={NAME_LENGTH}
          error={missing ?? (isFailure(failure) ? describeFailure(failure, t) : undefined)}
          description={
            kept !== "" && kept !== name.trim() ? t("contacts.labelKept", { name: kept }) : t("contacts.labelNameHelp")
          }
          onChange={(event) => {
            setName(event.currentTarget.value);
            create.reset();
            rename.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={create.isPending || rename.isPending}>
            {label ? t("contacts.labelRename") : t("contacts.labelCreate")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
