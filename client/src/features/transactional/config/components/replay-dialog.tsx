import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { SwitchRow } from "@/ui/components/switch-row";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { MINUTE_FORMAT, resolveWindow } from "../../events/event-window";
import type { WebhookDetail } from "../shapes";
import { useReplay } from "../webhooks-data";

interface Props {
  readonly webhook: WebhookDetail;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

/** Requeues the events of a period. */
export function ReplayDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const replay = useReplay(webhook.id);
  const missing = t("transactional.config.deliveries.timeMissing");
  const form = useForm({
    initial: { from: formatDate(now - DAY_MS, MINUTE_FORMAT), to: formatDate(now, MINUTE_FORMAT), deliveredToo: false },
    validate: ({ from, to }) => ({
      from: from === "" ? missing : undefined,
      // Both are minutes in the same time zone, so string order is time order.
      to: to === "" ? missing : from > to ? t("transactional.config.deliveries.windowWrong") : undefined,
    }),
    failure: replay.error,
    onValid: ({ values: { from, to, deliveredToo } }) =>
      replay.mutate(
        { ...resolveWindow({ window: "custom", from, to }, now), deliveredToo },
        {
          onSuccess: ({ replayed }) => {
            toast(
              "success",
              t("transactional.config.deliveries.replayed", { count: replayed, total: formatInteger(replayed) }),
            );
            onClose();
          },
        },
      ),
  });

  return (
    <Dialog title={t("transactional.config.deliveries.replayTitle")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap={20} maw={640}>
          <Text size="sm" lh="md" c="var(--text2)">
            {t("transactional.config.deliveries.replayHelp", { offset: formatDate(now, "Z") })}
          </Text>
          <FailureNotice error={form.failure} />
          <DateTimeField label={t("transactional.config.deliveries.from")} {...form.choice("from")} isFocusedFirst />
          <DateTimeField label={t("transactional.config.deliveries.to")} {...form.choice("to")} />
          <Card isFlush>
            <SwitchRow
              label={t("transactional.config.deliveries.deliveredToo")}
              isOn={form.values.deliveredToo}
              onChange={(isOn) => form.edit("deliveredToo", isOn)}
            >
              {t("transactional.config.deliveries.deliveredTooHelp")}
            </SwitchRow>
          </Card>
          <FormActions
            submitLabel={t("transactional.config.deliveries.replay")}
            isBusy={replay.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
