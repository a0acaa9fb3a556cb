import { Button, Checkbox, Group, Text } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useId, useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Panel } from "@/ui/components/panel";
import { RelativeTime } from "@/ui/components/relative-time";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { type Pause, useResumeSending } from "../health-data";
import { formatPercent } from "../health-status";
import { ProblemAdvice } from "./advice-card";

interface Props {
  readonly pause: Pause;
  readonly canResume: boolean;
}

/** States why marketing email is paused. Users with permission can resume it here. */
export function PausedBanner({ pause, canResume }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel component="section" gap="xs" p="md" align="flex-start" bd="1px solid var(--bad)" role="alert">
      <Group component="h2" gap="xs" m={0} fz="lg" lh="md" fw={600}>
        <IconPlayerPause size={18} stroke={1.9} color="var(--bad)" aria-hidden="true" />
        {t(`delivery.paused.${pause.reason}`)}
      </Group>
      <Text c="var(--text2)" maw="80ch">
        {t(`delivery.pausedWhy.${pause.reason}`, {
          counted: formatInteger(pause.counted),
          sent: formatInteger(pause.sent),
          limit: formatPercent(pause.threshold),
        })}{" "}
        {t("delivery.pausedCampaigns", { count: pause.campaigns })}
      </Text>
      <Text c="var(--text2)">
        {t("delivery.pausedSince")} <RelativeTime at={pause.at} />
      </Text>
      <Text c="var(--text2)" maw="80ch">
        {t(canResume ? "delivery.pausedThen" : "delivery.pausedAskAdmin")}
      </Text>
      {canResume ? (
        <Button variant="filled" onClick={() => setAsking(true)}>
          {t("terms.resumeSending")}
        </Button>
      ) : null}
      {isAsking ? <ResumeDialog pause={pause} onClose={() => setAsking(false)} /> : null}
    </Panel>
  );
}

function ResumeDialog({ pause, onClose }: { readonly pause: Pause; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [hasRead, setRead] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const missedId = useId();
  const resume = useResumeSending();
  function go(): void {
    if (!hasRead) {
      setMissed(true);
      return;
    }
    resume.mutate(
      { body: { adviceRead: true } },
      {
        onSuccess: () => {
          toast("success", t("delivery.resumed"));
          onClose();
        },
        onError: (error) => toastFailure(error, t),
      },
    );
  }
  return (
    <ConfirmDialog
      title={t("delivery.resumeTitle")}
      confirmLabel={t("terms.resumeSending")}
      isBusy={resume.isPending}
      onConfirm={go}
      onCancel={onClose}
    >
      <ProblemAdvice problem={pause.reason} />
      <p>{t("delivery.resumeThen")}</p>
      <Checkbox
        mt="sm"
        label={t("delivery.haveRead")}
        checked={hasRead}
        aria-invalid={(isMissed && !hasRead) || undefined}
        aria-describedby={isMissed && !hasRead ? missedId : undefined}
        onChange={({ currentTarget }) => setRead(currentTarget.checked)}
      />
      {isMissed && !hasRead ? (
        <Text size="sm" mt={4} c="var(--bad)" id={missedId} role="alert">
          {t("delivery.readFirst")}
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}
