import { Button, Flex, Stack, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { StatusDot } from "@/ui/components/status-dot";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { type Cap, useDeleteCap, useSaveCap } from "./hygiene-data";
import { NumberField } from "./number-field";
import { parseWholeNumber } from "./numbers";

interface Props {
  readonly cap: Cap | null;
  readonly canEdit: boolean;
}

const MAX_EMAILS = 100;
const MAX_DAYS = 90;
const DEFAULT_CAP = { mails: 3, days: 7 };

/** Limits the number of campaigns per contact in a number of days. */
export function CapCard({ cap, canEdit }: Props) {
  const { t } = useTranslation();
  const stored = cap ?? DEFAULT_CAP;
  const save = useSaveCap();
  const remove = useDeleteCap();
  const form = useForm({
    initial: { mails: String(stored.mails), days: String(stored.days) },
    validate: ({ mails, days }) => ({
      ...(parseWholeNumber(mails, 1, MAX_EMAILS) === undefined
        ? { mails: t("hygiene.mailsBounds", { most: MAX_EMAILS }) }
        : {}),
      ...(parseWholeNumber(days, 1, MAX_DAYS) === undefined
        ? { days: t("hygiene.daysBounds", { most: MAX_DAYS }) }
        : {}),
    }),
    failure: save.error ?? remove.error,
    onValid: ({ values }) => {
      if (!isChanged) return;
      remove.reset();
      save.mutate(
        { body: { mails: Number(values.mails), days: Number(values.days) } },
        {
          onSuccess: () => {
            form.markSaved(values);
            toast("success", t("hygiene.capSaved"));
          },
        },
      );
    },
  });
  const isChanged = cap === null || form.isDirty;

  function onRemove(): void {
    remove.mutate(
      {},
      {
        onSuccess: () => {
          form.discard();
          toast("success", t("hygiene.capDropped"));
        },
      },
    );
  }

  return (
    <Card
      title={t("hygiene.cap")}
      aside={
        <Text span size="sm">
          <StatusDot kind={cap ? "ok" : "off"}>{t(cap ? "terms.on" : "terms.off")}</StatusDot>
        </Text>
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm" lh="md" c="var(--text2)">
            {t("hygiene.capHelp")}
          </Text>
          <Flex gap="md" wrap="wrap">
            <NumberField {...form.text("mails")} label={t("hygiene.mails")} most={MAX_EMAILS} isReadOnly={!canEdit} />
            <NumberField {...form.text("days")} label={t("hygiene.days")} most={MAX_DAYS} isReadOnly={!canEdit} />
          </Flex>
          <FailureNotice error={form.failure} />
          {canEdit ? (
            <FormActions>
              {cap ? (
                <Button variant="default" loading={remove.isPending} onClick={onRemove}>
                  {t("hygiene.turnOff")}
                </Button>
              ) : null}
              <Button type="submit" variant="filled" aria-disabled={!isChanged || undefined} loading={save.isPending}>
                {t(cap ? "terms.saveChanges" : "terms.turnOn")}
              </Button>
            </FormActions>
          ) : null}
        </Stack>
      </form>
    </Card>
  );
}
