import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { Autocomplete, Stack, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { useLabelNames, useLabelRecipients } from "../label-data";
import type { ReportRef } from "../report-ref";
import type { RecipientState } from "../reports-data";

interface Props {
  readonly of: ReportRef;
  readonly state: RecipientState | undefined;
  readonly link: number | undefined;
  /** Description of the recipients. */
  readonly audience: string;
  readonly count: number;
  readonly onClose: () => void;
}

const MAX_NAME_LENGTH = 60;

/** Adds a new or existing label to the listed recipients. It runs in the background, with progress in the header. */
export function LabelRecipientsDialog({ of, state, link, audience, count, onClose }: Props) {
  const { t } = useTranslation();
  const names = useLabelNames();
  const label = useLabelRecipients(of);
  const form = useForm({
    initial: { name: "" },
    validate: ({ name }) => (name.trim() === "" ? { name: t("reports.label.missing") } : {}),
    failure: label.error,
    fieldOf: () => "name",
    onValid: ({ values }) =>
      label.mutate(
        { name: values.name.trim(), state, link },
        {
          onSuccess: (made) => {
            toast(
              "success",
              t("reports.label.begun", { count: made.count, total: formatInteger(made.count), name: made.name }),
            );
            onClose();
          },
        },
      ),
  });
  const typedName = form.values.name.trim().toLowerCase();
  const labelExists = names.some((known) => known.toLowerCase() === typedName);

  return (
    <Dialog title={t("reports.label.open")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text c="var(--text2)">{t("reports.label.text", { count, total: formatInteger(count), who: audience })}</Text>
          <Autocomplete
            label={t("words.label")}
            size="md"
            data={[...names]}
            {...form.choice("name")}
            maxLength={MAX_NAME_LENGTH}
            // It covers the buttons, so it opens only once the user types.
            openOnFocus={false}
            description={t(labelExists ? "reports.label.known" : "reports.label.help")}
            data-autofocus
          />
          <FormActions
            submitLabel={t("reports.label.confirm", { count, total: formatInteger(count) })}
            isBusy={label.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
