import { Box, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { useForm } from "@/ui/use-form";
import { type TrxSettings, useSaveSettings } from "./settings-data";

/** The server's maximum. */
const MAX_QUARANTINE_THRESHOLD = 1_000_000;
const INTEGER_PATTERN = /^\d{1,7}$/;
const RETENTION_DAYS = [0, 1, 3, 7, 14, 30] as const;

function isValidThreshold(text: string): boolean {
  return text === "" || (INTEGER_PATTERN.test(text) && Number(text) >= 1 && Number(text) <= MAX_QUARANTINE_THRESHOLD);
}

interface Props {
  readonly settings: TrxSettings;
  readonly onClose: () => void;
}

/** Edits the team's message settings. Warns before a change that deletes content. */
export function SettingsDialog({ settings: { bodyDays, holdAll, holdAbove }, onClose }: Props) {
  const { t } = useTranslation();
  const save = useSaveSettings();
  const form = useForm({
    initial: { bodyDays, holdAll, holdAbove: holdAbove?.toString() ?? "" },
    validate: (values) =>
      isValidThreshold(values.holdAbove.trim()) ? {} : { holdAbove: t("transactional.settings.aboveMalformed") },
    failure: save.error,
    onValid: ({ values }) => {
      const bound = values.holdAbove.trim();
      save.mutate({ ...values, holdAbove: bound === "" ? null : Number(bound) }, { onSuccess: onClose });
    },
  });
  const { values } = form;
  const offered = [...new Set([...RETENTION_DAYS, bodyDays])].sort((a, b) => a - b);

  return (
    <Dialog title={t("transactional.settings.title")} size={480} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap={20} maw={640}>
          <FailureNotice error={form.failure} />
          <NativeSelect
            inputWrapperOrder={["label", "input", "description"]}
            label={t("transactional.settings.days")}
            description={t("transactional.settings.daysHelp")}
            value={String(values.bodyDays)}
            onChange={({ currentTarget }) => form.edit("bodyDays", Number(currentTarget.value))}
            data={offered.map((count) => ({ value: String(count), label: t("transactional.settings.day", { count }) }))}
            data-autofocus
          />
          {values.bodyDays < bodyDays ? <Notice kind="info">{t("transactional.settings.fewer")}</Notice> : null}
          <Box mx={-16}>
            <SwitchRow
              label={t("transactional.settings.hold")}
              isOn={values.holdAll}
              onChange={(isHeld) => form.edit("holdAll", isHeld)}
            >
              {t("transactional.settings.holdHelp")}
            </SwitchRow>
          </Box>
          <TextInput
            {...form.text("holdAbove")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            label={t("transactional.settings.above")}
            description={t("transactional.settings.aboveHelp")}
            inputMode="numeric"
            autoComplete="off"
          />
          <FormActions submitLabel={t("terms.save")} isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
