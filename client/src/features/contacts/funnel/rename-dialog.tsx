import { Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { useRenameStage } from "./funnel-data";
import type { Stage } from "./stages";

interface Props {
  readonly stage: Stage;
  /** The team's own name; empty for the standard name. */
  readonly name: string;
  readonly onClose: () => void;
}

const MAX_NAME_CHARACTERS = 40;

/** Renames a stage. An empty name restores the standard one. */
export function RenameDialog({ stage, name: stored, onClose }: Props) {
  const { t } = useTranslation();
  const rename = useRenameStage();
  const usual = t(`funnel.stages.${stage}`);
  const form = useForm({
    initial: { name: stored },
    failure: rename.error,
    draftKey: `stage:${stage}`,
    onValid: ({ values }) => {
      const name = values.name.trim() === usual ? "" : values.name.trim();
      rename.mutate({ body: { stage, name } }, { onSuccess: onClose });
    },
  });
  const { error, ...input } = form.text("name");
  return (
    <Dialog title={t("words.renameName", { name: stored || usual })} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <FailureNotice error={form.failure} />
          <TextInput
            label={t("funnel.name")}
            description={t("funnel.nameHelp", { name: usual })}
            placeholder={usual}
            size="md"
            maxLength={MAX_NAME_CHARACTERS}
            {...input}
            error={error && t("funnel.nameTaken")}
            data-autofocus
          />
          <FormActions submitLabel={t("terms.rename")} isBusy={rename.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
