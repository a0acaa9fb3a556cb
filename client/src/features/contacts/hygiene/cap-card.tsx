import { Button, Flex, Stack, Text } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { StatusDot } from "@/ui/components/status-dot";
import { toast } from "@/ui/toasts";
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
  const hintId = useId();
  const stored = cap ?? DEFAULT_CAP;
  const [typed, setTyped] = useState<{ readonly mails: string; readonly days: string }>();
  const shown = typed ?? { mails: String(stored.mails), days: String(stored.days) };
  const save = useSaveCap();
  const remove = useDeleteCap();
  const mails = parseWholeNumber(shown.mails, 1, MAX_EMAILS);
  const days = parseWholeNumber(shown.days, 1, MAX_DAYS);
  const isWrong = mails === undefined || days === undefined;
  const isChanged = cap === null || mails !== cap.mails || days !== cap.days;
  const failure = save.error ?? remove.error;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (mails === undefined || days === undefined) return;
    save.mutate(
      { body: { mails, days } },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast("success", t("hygiene.capSaved"));
        },
      },
    );
  }

  function onRemove(): void {
    remove.mutate(
      {},
      {
        onSuccess: () => {
          setTyped(undefined);
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
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm" lh="md" c="var(--text2)">
            {t("hygiene.capHelp")}
          </Text>
          <Flex gap="md" wrap="wrap">
            <NumberField
              label={t("hygiene.mails")}
              value={shown.mails}
              most={MAX_EMAILS}
              isWrong={mails === undefined}
              describedBy={hintId}
              isReadOnly={!canEdit}
              onChange={(value) => setTyped({ ...shown, mails: value })}
            />
            <NumberField
              label={t("hygiene.days")}
              value={shown.days}
              most={MAX_DAYS}
              isWrong={days === undefined}
              describedBy={hintId}
              isReadOnly={!canEdit}
              onChange={(value) => setTyped({ ...shown, days: value })}
            />
          </Flex>
          {isWrong ? (
            <Text size="sm" mt={-8} c="var(--bad)" id={hintId} role="alert">
              {t("hygiene.capBounds", { mails: MAX_EMAILS, days: MAX_DAYS })}
            </Text>
          ) : null}
          <FailureNotice error={failure} />
          {canEdit ? (
            <FormActions>
              {cap ? (
                <Button variant="default" loading={remove.isPending} onClick={onRemove}>
                  {t("hygiene.turnOff")}
                </Button>
              ) : null}
              <Button
                type="submit"
                variant="filled"
                aria-disabled={isWrong || !isChanged || undefined}
                loading={save.isPending}
                onClick={(event) => {
                  if (isWrong || !isChanged) event.preventDefault();
                }}
              >
                {t(cap ? "terms.saveChanges" : "terms.turnOn")}
              </Button>
            </FormActions>
          ) : null}
        </Stack>
      </form>
    </Card>
  );
}
