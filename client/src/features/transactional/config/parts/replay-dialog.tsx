import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { Card } from "@/ui/components/card";
import { Notice } from "@/ui/components/notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { useOpenModal } from "@/ui/open-modals";
import { toast } from "@/ui/toasts";
import type { WebhookDetail } from "../shapes";
import { useReplay } from "../webhooks-data";
import classes from "./config.module.css";

interface Props {
  readonly webhook: WebhookDetail;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

/** A moment as the browser's own field takes it, in this browser's time. */
function local(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Puts the events of a time in line again. */
export function ReplayDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [now] = useState(() => Date.now());
  const [from, setFrom] = useState(() => local(now - DAY_MS));
  // The minute that is running belongs to it.
  const [to, setTo] = useState(() => local(now + 60_000));
  const [deliveredToo, setDeliveredToo] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const replay = useReplay(webhook.id);
  const start = Date.parse(from);
  const end = Date.parse(to);
  const problem = start < end ? undefined : t("transactional.config.deliveries.windowWrong");
  const failure = isFailure(replay.error) ? replay.error : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (problem) return;
    replay.mutate(
      { from: new Date(start).toISOString(), to: new Date(end).toISOString(), deliveredToo },
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
    <Modal
      opened
      onClose={onClose}
      title={t("transactional.config.deliveries.replay")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <p className={classes.quiet}>{t("transactional.config.deliveries.replayHelp")}</p>
        {failure ? <Notice kind="bad">{fieldFailureOf(failure, t)?.text ?? describeFailure(failure, t)}</Notice> : null}
        <TextInput
          type="datetime-local"
          label={t("transactional.config.deliveries.from")}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={t("transactional.config.deliveries.to")}
          value={to}
          error={isChecked ? problem : undefined}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Card isFlush>
          <SwitchRow
            label={t("transactional.config.deliveries.deliveredToo")}
            isOn={deliveredToo}
            onChange={setDeliveredToo}
          >
            {t("transactional.config.deliveries.deliveredTooHelp")}
          </SwitchRow>
        </Card>
        <div className={classes.formActions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={replay.isPending}>
            {t("transactional.config.deliveries.replay")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
