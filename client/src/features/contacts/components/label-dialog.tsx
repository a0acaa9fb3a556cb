import { Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { type Label, useCreateLabel, useRenameLabel } from "../labels-data";

interface Props {
  /** The label to rename; a new one when absent. */
  readonly label: Label | undefined;
  readonly onClose: () => void;
}

const MAX_NAME_CHARACTERS = 60;

/** A name as the server would store it: letters, digits, spaces and hyphens (CONT-49). */
function cleanName(name: string): string {
  return name.replace(/[^\p{L}\p{N} -]/gu, "").trim();
}

export function LabelDialog({ label, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateLabel();
  const rename = useRenameLabel();
  const form = useForm({
    draftKey: `label:${label?.id ?? "new"}`,
    initial: { name: label?.name ?? "" },
    validate: ({ name }) => (cleanName(name) === "" ? { name: t("contacts.labelNameMissing") } : {}),
    failure: create.error ?? rename.error,
    fieldOf: () => "name",
    onValid: ({ values: body }) => {
      if (label) rename.mutate({ params: { path: { label_id: label.id } }, body }, { onSuccess: onClose });
      else create.mutate({ body }, { onSuccess: onClose });
    },
  });
  const { name } = form.values;
  const storedName = cleanName(name);

  return (
    <Dialog title={label ? t("contacts.labelRename") : t("contacts.labelNew")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            {...form.text("name")}
            label={t("contacts.labelName")}
            size="md"
            maxLength={MAX_NAME_CHARACTERS}
            description={
              storedName !== "" && storedName !== name.trim()
                ? t("contacts.labelKept", { name: storedName })
                : t("contacts.labelNameHelp")
            }
            data-autofocus
          />
          <FormActions
            submitLabel={label ? t("contacts.labelRename") : t("contacts.labelCreate")}
            isBusy={create.isPending || rename.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
