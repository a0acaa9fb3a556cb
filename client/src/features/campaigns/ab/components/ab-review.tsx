import { Button, Stack } from "@mantine/core";
import { IconCalendarTime, IconPencil, IconSend } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { DescriptionList } from "@/ui/components/description-list";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import { StateBadge } from "@/ui/components/state-badge";
import { CampaignState } from "../../components/campaign-state";
import { PreviewPane } from "../../components/preview-pane";
import { ReviewChecks } from "../../components/review-checks";
import { ReviewFacts } from "../../components/review-facts";
import { composerPath } from "../../composer-paths";
import { COUNT_POLL_MS, useChecks, useLiveCount } from "../../review-data";
import { type AbTest, useTestAdvice } from "../ab-data";
import { getLetter } from "../rules";
import { TestFacts } from "./test-facts";

const AbSendDialog = lazy(async () => ({ default: (await import("./ab-send-dialog")).AbSendDialog }));
const ScheduleDialog = lazy(async () => ({
  default: (await import("../../components/schedule-dialog")).ScheduleDialog,
}));
const TestDialog = lazy(async () => ({ default: (await import("../../components/test-dialog")).TestDialog }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const CHECKS = "review-checks";

/** Review of an A/B test before sending: variants, recipients and check results. */
export function AbReview({ test }: { readonly test: AbTest }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  useWatching(`campaign:${test.id}`);
  const checks = useChecks(test);
  const count = useLiveCount(test).data;
  const [chosen, setChosen] = useState("A");
  const [contactId, setContactId] = useState<number>();
  const [open, setOpen] = useState<"send" | "schedule" | "test">();
  const isBlocked = checks.data?.items.some(({ level }) => level === "blocking") ?? true;
  const shown = test.variants.find(({ number }) => getLetter(number) === chosen) ?? test.variants[0];
  const { tested } = test.test;
  const hides = tested === "subject" || tested === "sender" ? tested : undefined;
  const advice = useTestAdvice(test.id, COUNT_POLL_MS);
  // Both numbers come from one response. Two responses could disagree while contacts change.
  const { recipients, rest } = advice.data ?? {};
  const now = recipients === undefined || rest === undefined ? undefined : recipients - rest;
  const waiting =
    rest === undefined ? undefined : { count: rest, chooses: test.test.chooses, hours: test.test.waitHours };
  const failed = advice.isError ? { failure: advice.error, onRetry: () => void advice.refetch() } : undefined;
  const total = recipients ?? count?.count;
  const title = isBlocked ? t("campaigns.notReady") : undefined;

  function onSend(act: "send" | "schedule"): void {
    if (isBlocked || total === undefined) document.getElementById(CHECKS)?.focus();
    else setOpen(act);
  }

  return (
    <>
      <PageHead
        title={test.name}
        badge={
          test.readyAt ? (
            <StateBadge kind="ok">{t("terms.ready")}</StateBadge>
          ) : (
            <CampaignState status={test.status} look="badge" />
          )
        }
        state={t("campaigns.reviewHelp")}
        crumbs={[
          { label: t("terms.abTests"), to: "/ab-tests" },
          ...(can("campaign.edit") ? [{ label: t("abTests.edit"), to: composerPath(test) }] : []),
          { label: t("campaigns.review") },
        ]}
        actions={
          <>
            <Watchers thing={`campaign:${test.id}`} />
            {can("campaign.edit") ? (
              <Button component={Link} to={composerPath(test)} leftSection={<IconPencil {...ICON} />}>
                {t("terms.continueEditing")}
              </Button>
            ) : null}
            {can("campaign.send") ? (
              <>
                <Button onClick={() => setOpen("test")}>{t("campaigns.sendTest")}</Button>
                <Button
                  leftSection={<IconCalendarTime {...ICON} />}
                  aria-disabled={isBlocked || undefined}
                  title={title}
                  onClick={() => onSend("schedule")}
                >
                  {t("campaigns.schedule.open")}
                </Button>
                <Button
                  variant="filled"
                  leftSection={<IconSend {...ICON} />}
                  aria-disabled={isBlocked || undefined}
                  title={title}
                  onClick={() => onSend("send")}
                >
                  {t("abTests.send")}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <Columns count={2} minWidth={420} isUneven>
        <Stack gap="md" miw={0}>
          <ReviewFacts
            campaign={test}
            now={now}
            skipped={count && count.chosen - count.count}
            failed={failed}
            hides={hides}
            waiting={waiting}
          >
            <DescriptionList>
              <dt>{t("abTests.testedElement")}</dt>
              <dd>{t(`abTests.testedOf.${tested}`)}</dd>
              <TestFacts test={test} />
            </DescriptionList>
          </ReviewFacts>
          <ReviewChecks id={CHECKS} campaign={test} checks={checks} />
        </Stack>
        <Stack gap="md" miw={0}>
          <Segmented
            label={t("terms.variants")}
            isWide
            value={shown ? getLetter(shown.number) : chosen}
            onChange={setChosen}
            options={test.variants.map(({ number }) => {
              const letter = getLetter(number);
              return { value: letter, label: t("abTests.variant", { letter }) };
            })}
          />
          <PreviewPane
            campaign={test}
            variantId={shown?.variantId}
            preheader={hides === "subject" ? shown?.preheader : undefined}
            contactId={contactId}
            onContact={setContactId}
          />
        </Stack>
      </Columns>
      <Suspense fallback={null}>
        {open === "send" && total !== undefined ? (
          <AbSendDialog
            test={test}
            recipients={total}
            onSent={() => void navigate(`/ab-tests/${test.id}`)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "schedule" ? (
          <ScheduleDialog
            campaign={test}
            act="schedule"
            onDone={() => void navigate(composerPath(test))}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "test" ? (
          <TestDialog
            campaign={test}
            variantId={shown?.variantId}
            contactId={contactId}
            isSaved
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
