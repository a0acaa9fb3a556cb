import { Button, NativeSelect, Stack, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import { SecretOnce } from "../secret-once";

const HOURS = [0, 1, 24, 72, 168] as const;

interface Props {
  readonly title: string;
  readonly confirmLabel: string;
  readonly help: string;
  readonly secretLabel: string;
  readonly rotate: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly data: { readonly secret: string } | undefined;
    readonly mutate: (overlapHours: number) => void;
  };
  readonly onClose: () => void;
}

/** Creates a new secret and shows it once. The previous secret remains valid for the chosen overlap. */
export function OverlapDialog({ title, confirmLabel, help, secretLabel, rotate, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { overlapHours: "24" },
    failure: rotate.error,
    onValid: ({ values }) => rotate.mutate(Number(values.overlapHours)),
  });
  return (
    <Dialog title={title} size={480} dismissal={rotate.data ? "none" : "outside"} onClose={onClose}>
      {rotate.data ? (
        <Stack gap={20} maw={640}>
          <SecretOnce label={secretLabel} secret={rotate.data.secret} />
          <FormActions>
            <Button variant="filled" onClick={onClose}>
              {t("transactional.config.stored")}
            </Button>
          </FormActions>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit} noValidate>
          <Stack gap={20} maw={640}>
            <Text size="sm" lh="md" c="var(--text2)">
              {help}
            </Text>
            <FailureNotice error={form.failure} />
            <NativeSelect
              {...form.text("overlapHours")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              label={t("transactional.config.overlap")}
              description={t("transactional.config.overlapHelp")}
              data={HOURS.map((each) => ({
                value: String(each),
                label:
                  each === 0 ? t("transactional.config.overlapNone") : t("transactional.config.hours", { count: each }),
              }))}
              data-autofocus
            />
            <FormActions submitLabel={confirmLabel} isBusy={rotate.isPending} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
