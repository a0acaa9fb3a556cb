import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
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
  const team = useMe()?.team?.name ?? "";
  const place = useSettingParams();
  const change = useChangeSubscribers();
  const [edits, setEdits] = useState<Partial<Pick<SubscriberSetting, "words" | "color">>>({});
  const { words, color } = { ...setting, ...edits };
  const colorId = useId();

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const onSuccess = () => {
      setEdits({});
      toast("success", t("terms.saved"));
    };
    change.mutate({ ...place, body: { words, color } }, { onSuccess });
  }

  return (
    <Card title={t("subscribers.look")}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Textarea
            label={t("subscribers.words")}
            description={t("subscribers.wordsHelp")}
            placeholder={t("subscribers.wordsExample", { team })}
            value={words}
            maxLength={MAX_TEXT_CHARACTERS}
            rows={3}
            disabled={!canEdit}
            onChange={(event) => setEdits({ ...edits, words: event.currentTarget.value })}
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
                aria-describedby={`${colorId}-help`}
                value={(color || setting.vendorColor).toLowerCase()}
                disabled={!canEdit}
                onChange={({ currentTarget }) => setEdits({ ...edits, color: currentTarget.value })}
              />
              <code className="mono">{(color || setting.vendorColor).toLowerCase()}</code>
              {color && canEdit ? (
                <Button onClick={() => setEdits({ ...edits, color: "" })}>{t("subscribers.vendorColor")}</Button>
              ) : null}
            </Group>
          </Stack>
          <FailureNotice error={change.error} />
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
