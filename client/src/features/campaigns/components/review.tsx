import { Button, Stack } from "@mantine/core";
import { IconCalendarTime, IconPencil, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { usageQuery, useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { PageHead } from "@/ui/components/page-head";
import { StateBadge } from "@/ui/components/state-badge";
import type { Campaign } from "../campaigns-data";
import { composerPath } from "../composer-paths";
import { useChecks, useLiveCount } from "../review-data";
import { CampaignState } from "./campaign-state";
import { PreviewPane } from "./preview-pane";
import { ReviewChecks } from "./review-checks";
import { ReviewFacts } from "./review-facts";

const SendDialog = lazy(async () => ({ default: (await import("./send-dialog")).SendDialog }));
const ScheduleDialog = lazy(async () => ({ default: (await import("./schedule-dialog")).ScheduleDialog }));
const TestDialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const CHECKS = "review-checks";

/** Review of a campaign before sending: content, sender, recipients and check results. */
export function Review({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  useWatching(`campaign:${campaign.id}`);
  const checks = useChecks(campaign);
  const counting = useLiveCount(campaign);
  const count = counting.data;
  const failed = counting.isError ? { failure: counting.error, onRetry: () => void counting.refetch() } : undefined;
  const usage = useQuery(usageQuery).data;
  const emails = usage?.counters.find(({ subfeature }) => subfeature === "emailSent");
  const [contactId, setContactId] = useState<number>();
  const [open, setOpen] = useState<"send" | "schedule" | "test">();
  const isBlocked = checks.data?.items.some(({ level }) => level === "blocking") ?? true;
  const people = count?.count ?? 0;
  const sendWords = t("campaigns.sendNow", { count: people, total: formatInteger(people) });

  function onSend(act: "send" | "schedule"): void {
    if (isBlocked || !count) document.getElementById(CHECKS)?.focus();
    else setOpen(act);
  }

  return (
    <>
      <PageHead
        title={campaign.name}
        badge={
          campaign.readyAt ? (
            <StateBadge kind="ok">{t("terms.ready")}</StateBadge>
          ) : (
            <CampaignState status={campaign.status} look="badge" />
          )
        }
        state={t("campaigns.reviewHelp")}
        crumbs={[
          { label: t("words.campaigns"), to: "/campaigns" },
          ...(can("campaign.edit") ? [{ label: t("campaigns.edit"), to: composerPath(campaign) }] : []),
          { label: t("campaigns.review") },
        ]}
        actions={
          <>
            <Watchers thing={`campaign:${campaign.id}`} />
            {can("campaign.edit") ? (
              <Button component={Link} to={composerPath(campaign)} leftSection={<IconPencil {...ICON} />}>
                {t("terms.continueEditing")}
              </Button>
            ) : null}
            {can("campaign.send") ? (
              <>
                <Button onClick={() => setOpen("test")}>{t("campaigns.sendTest")}</Button>
                <Button
                  leftSection={<IconCalendarTime {...ICON} />}
                  aria-disabled={isBlocked || undefined}
                  title={isBlocked ? t("campaigns.notReady") : undefined}
                  onClick={() => onSend("schedule")}
                >
                  {t("campaigns.schedule.open")}
                </Button>
                <Button
                  variant="filled"
                  leftSection={<IconSend {...ICON} />}
                  aria-disabled={isBlocked || undefined}
                  title={isBlocked ? t("campaigns.notReady") : undefined}
                  onClick={() => onSend("send")}
                >
                  {count && people > 0 ? sendWords : t("terms.sendCampaign")}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <Columns count={2} minWidth={420} isUneven>
        <Stack gap="md" miw={0}>
          <ReviewFacts
            campaign={campaign}
            now={count?.count}
            skipped={count && count.chosen - count.count}
            failed={failed}
          />
          <ReviewChecks id={CHECKS} campaign={campaign} checks={checks} />
        </Stack>
        <PreviewPane campaign={campaign} contactId={contactId} onContact={setContactId} />
      </Columns>
      <Suspense fallback={null}>
        {open === "send" && count ? (
          <SendDialog
            campaign={campaign}
            count={count}
            emails={emails}
            onSent={() => void navigate(`/campaigns/${campaign.id}`)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "schedule" ? (
          <ScheduleDialog
            campaign={campaign}
            act="schedule"
            onDone={() => void navigate(composerPath(campaign))}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "test" ? (
          <TestDialog campaign={campaign} contactId={contactId} isSaved onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
