import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useId } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import classes from "./subscribers.module.css";
import { type SubscriberSetting, useChangeSubscribers, useSettingParams } from "./subscribers-data";

const MAX_TEXT_CHARACTERS = 1000;

interface Props {
  readonly setting: SubscriberSetting;
  readonly canEdit: boolean;
}

/** Consent text and colour of the subscription pages. */
export function AppearanceCard({ setting, canEdit }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const team = me?.team?.name ?? "";
  const place = useSettingParams();
  const change = useChangeSubscribers();
  const form = useForm({
    draftKey: `subscribers:appearance:${me?.team?.companyId}`,
    initial: { words: setting.words, color: setting.color },
    failure: change.error,
    onValid: ({ values }) =>
      change.mutate(
        { ...place, body: values },
        {
          onSuccess: () => {
            form.markSaved(values);
            toast("success", t("terms.saved"));
          },
        },
      ),
  });
  const { color } = form.values;
  const colorError = form.errorOf("color");
  const colorId = useId();

  return (
    <Card title={t("subscribers.look")}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Textarea
            label={t("subscribers.words")}
            description={t("subscribers.wordsHelp")}
            placeholder={t("subscribers.wordsExample", { team })}
            maxLength={MAX_TEXT_CHARACTERS}
            rows={3}
            disabled={!canEdit}
            {...form.text("words")}
          />
          <Stack gap={4} fz="sm" lh="sm">
            <Text component="label" inherit fw={500} htmlFor={colorId}>
              {t("subscribers.color")}
            </Text>
            <Text inherit c="var(--text2)" id={`${colorId}-help`}>
              {t("subscribers.colorHelp")}
            </Text>
            <Group gap="sm">
              <input
                className={classes.color}
                id={colorId}
                type="color"
                aria-invalid={colorError ? true : undefined}
                aria-describedby={colorError ? `${colorId}-help ${colorId}-error` : `${colorId}-help`}
                value={(color || setting.vendorColor).toLowerCase()}
                disabled={!canEdit}
                onChange={({ currentTarget }) => form.edit("color", currentTarget.value)}
              />
              <code className="mono">{(color || setting.vendorColor).toLowerCase()}</code>
              {color && canEdit ? (
                <Button onClick={() => form.edit("color", "")}>{t("subscribers.vendorColor")}</Button>
              ) : null}
            </Group>
            {colorError ? (
              <Text size="xs" c="var(--bad)" id={`${colorId}-error`}>
                {colorError}
              </Text>
            ) : null}
          </Stack>
          <FailureNotice error={form.failure} />
          {canEdit ? (
            <div>
              <Button type="submit" variant="filled" loading={change.isPending}>
                {t("terms.save")}
              </Button>
            </div>
          ) : null}
        </Stack>
      </form>
    </Card>
  );
}
