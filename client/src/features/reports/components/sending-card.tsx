import { Button, Flex, Group, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useState } from "react";
import { usePauseCampaign, useResumeCampaign, useStopCampaign } from "@/features/campaigns/public";
import { useCan } from "@/features/session/public";
import { formatDecimal } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Panel } from "@/ui/components/panel";
import { toastFailure } from "@/ui/toast-failure";
import type { Report } from "../reports-data";
import { formatTimeLeft } from "../time-left";
import classes from "./sending-card.module.css";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Sending progress, rate, remaining time and the pause button; nothing after the end. */
export function SendingCard({ report, canAct }: { readonly report: Report; readonly canAct: boolean }) {
  const { t } = useTranslation();
  const canSend = useCan()("campaign.send") && canAct;
  const [isStopping, setStopping] = useState(false);
  const pause = usePauseCampaign();
  const resume = useResumeCampaign();
  const stop = useStopCampaign();
  const { campaign, figures, pace } = report;
  const isSending = campaign.status === "SENDING";
  if (!isSending && campaign.status !== "PAUSED") return null;

  const { recipients, delivered, failed, inDoubt, waiting, retried, suppressed, skipped, pending } = figures;
  const done = delivered + failed + inDoubt;
  const total = Math.max(0, recipients - suppressed - skipped);
  const share = (value: number) => `${total > 0 ? Math.min(100, (value / total) * 100) : 0}%`;
  const parts = [
    { key: "delivered", value: delivered, kind: "ok" },
    { key: "bounced", value: failed, kind: "bad" },
    { key: "waiting", value: retried, kind: "warn" },
    { key: "inDoubt", value: inDoubt, kind: "info" },
  ] as const;
  const onError = (failure: unknown): void => toastFailure(failure, t);

  return (
    <Panel
      component="section"
      className={`figures ${classes.card}`}
      gap={10}
      px="md"
      py="sm"
      aria-label={t("reports.progress")}
    >
      <Group gap="8px 20px">
        <p className={classes.count}>
          <b>{formatInteger(done)}</b> {t("reports.ofSent", { total: formatInteger(total) })}
        </p>
        <Flex component="dl" className={classes.facts ?? ""} gap={20} m={0}>
          <div>
            <Text component="dt" size="xs" c="var(--text2)">
              {t("reports.rate")}
            </Text>
            <Text component="dd" size="sm" fw={500}>
              {isSending && pace ? t("reports.perSecond", { rate: formatRate(pace.perSecond) }) : "–"}
            </Text>
          </div>
          <div>
            <Text component="dt" size="xs" c="var(--text2)">
              {t("reports.timeLeft")}
            </Text>
            <Text component="dd" size="sm" fw={500}>
              {!isSending
                ? t("reports.paused")
                : pace?.secondsLeft === null || pace === null
                  ? t("reports.timeUnknown")
                  : formatTimeLeft(pace.secondsLeft, t)}
            </Text>
          </div>
        </Flex>
        {canSend ? (
          <div className={classes.acts}>
            {isSending ? (
              <Button
                leftSection={<IconPlayerPause {...ICON} />}
                loading={pause.isPending}
                onClick={() => pause.mutate(campaign.id, { onError })}
              >
                {t("reports.pause")}
              </Button>
            ) : (
              <Button
                variant="filled"
                leftSection={<IconPlayerPlay {...ICON} />}
                loading={resume.isPending}
                onClick={() => resume.mutate(campaign.id, { onError })}
              >
                {t("reports.resume")}
              </Button>
            )}
            <Button color="bad" leftSection={<IconPlayerStop {...ICON} />} onClick={() => setStopping(true)}>
              {t("reports.stop")}
            </Button>
          </div>
        ) : null}
      </Group>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t("reports.progress")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        {parts.map(({ key, value, kind }) => (
          <div key={key} data-kind={kind} style={{ inlineSize: share(value) }} />
        ))}
      </div>
      <Flex className={classes.below ?? ""} gap="4px 20px" wrap="wrap" fz="xs" lh="xs" c="var(--text2)">
        {parts
          .filter(({ key, value }) => value > 0 || key === "delivered")
          .map(({ key, value, kind }) => (
            <span key={key} data-kind={kind}>
              {t(`reports.${key}`)} {formatInteger(value)}
            </span>
          ))}
        <span data-kind="off">
          {t("reports.pending")} {formatInteger(pending)}
        </span>
        <em>{t("reports.mayLeave")}</em>
      </Flex>
      {isStopping ? (
        <ConfirmDialog
          title={t("reports.stopTitle", { name: campaign.name })}
          confirmLabel={t("reports.stop")}
          isDangerous
          isBusy={stop.isPending}
          onCancel={() => setStopping(false)}
          onConfirm={() => stop.mutate(campaign.id, { onSuccess: () => setStopping(false) })}
        >
          <p>{t("reports.stopText", { count: waiting, left: formatInteger(waiting), done: formatInteger(done) })}</p>
          <FailureNotice error={stop.error} />
        </ConfirmDialog>
      ) : null}
    </Panel>
  );
}

/** Rates below 10 per second keep one decimal. */
function formatRate(perSecond: number): string {
  return perSecond < 10 ? formatDecimal(perSecond, 1) : formatInteger(Math.round(perSecond));
}
