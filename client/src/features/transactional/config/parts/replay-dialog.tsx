import { Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { formatDate } from "@/lib/dates";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { toast } from "@/ui/toasts";
import { MINUTE, spanOf } from "../../events/event-window";
import type { WebhookDetail } from "../shapes";
import { useReplay } from "../webhooks-data";

interface Props {
  readonly webhook: WebhookDetail;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

/** Puts the events of a time in line again. */
export function ReplayDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const [from, setFrom] = useState(() => formatDate(now - DAY_MS, MINUTE));
  const [to, setTo] = useState(() => formatDate(now, MINUTE));
  const [deliveredToo, setDeliveredToo] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const replay = useReplay(webhook.id);
  const missing = t("transactional.config.deliveries.timeMissing");
  // Both are minutes of one clock, so that their letters are in its order.
  const isTurned = from !== "" && from > to;
  const problems = {
    from: from === "" ? missing : undefined,
    to: to === "" ? missing : isTurned ? t("transactional.config.deliveries.windowWrong") : undefined,
  };
  const failure = isFailure(replay.error) ? replay.error : undefined;
  const atField = fieldFailureOf(failure, t);
  const errorOf = (field: "from" | "to") =>
    (isChecked ? problems[field] : undefined) ?? (atField?.field === field ? atField.text : undefined);
  const isElsewhere = failure !== undefined && atField?.field !== "from" && atField?.field !== "to";

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (problems.from || problems.to) return;
    replay.mutate(
      { ...spanOf({ window: "custom", from, to }, now), deliveredToo },
      {
        onSuccess: ({ replayed }) => {
          toast(
            "success",
            t("transactional.config.deliveries.replayed", { count: replayed, total: integer(replayed) }),
          );
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={t("transactional.config.deliveries.replayTitle")} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap={20} maw={640}>
          <Text size="sm" lh="md" c="var(--text2)">
            {t("transactional.config.deliveries.replayHelp", { offset: formatDate(now, "Z") })}
          </Text>
          {isElsewhere ? <Notice kind="bad">{atField?.text ?? describeFailure(failure, t)}</Notice> : null}
          <DateTimeField
            label={t("transactional.config.deliveries.from")}
            value={from}
            error={errorOf("from")}
            isFocusedFirst
            onChange={(minute) => {
              setFrom(minute);
              replay.reset();
            }}
          />
          <DateTimeField
            label={t("transactional.config.deliveries.to")}
            value={to}
            error={errorOf("to")}
            onChange={(minute) => {
              setTo(minute);
              replay.reset();
            }}
          />
          <Card isFlush>
            <SwitchRow
              label={t("transactional.config.deliveries.deliveredToo")}
              isOn={deliveredToo}
              onChange={(isOn) => {
                setDeliveredToo(isOn);
                replay.reset();
              }}
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
