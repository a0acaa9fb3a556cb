import { Button, Flex, Text } from "@mantine/core";
import { IconCalendarTime, IconCopy, IconSend, IconX } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan, useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { Notice } from "@/ui/components/notice";
import { PageHead } from "@/ui/components/page-head";
import { Panel } from "@/ui/components/panel";
import { toastFailure } from "@/ui/toast-failure";
import { useDuplicateTest } from "../ab/ab-data";
import { type Campaign, campaignPath, useDuplicateCampaign } from "../campaigns-data";
import { useRecipientCount } from "../composer-data";
import { composerPath } from "../composer-paths";
import { formatWallTime, parseZoneName, toWallTime } from "../schedule-clock";
import { useScheduleCampaign } from "../schedule-data";
import { useUndoableCancel } from "../use-undoable-cancel";
import { CampaignState } from "./campaign-state";
import { Countdown } from "./countdown";
import { PreviewPane } from "./preview-pane";
import classes from "./waiting-campaign.module.css";

const ScheduleDialog = lazy(async () => ({ default: (await import("./schedule-dialog")).ScheduleDialog }));
const SendNowDialog = lazy(async () => ({ default: (await import("./send-now-dialog")).SendNowDialog }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface Props {
  readonly campaign: Campaign;
  /** Variant of an A/B test in the preview. */
  readonly variantId?: string | undefined;
  /** More entries of the description list. */
  readonly children?: ReactNode;
}

/** A scheduled campaign, or one that failed to start. */
export function WaitingCampaign({ campaign, variantId, children }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  useWatching(`campaign:${campaign.id}`);
  const zone = parseZoneName(useMe()?.team?.timezone);
  const count = useRecipientCount(campaign).data;
  const isTest = campaign.kind === "abTest";
  const copyCampaign = useDuplicateCampaign();
  const copyTest = useDuplicateTest();
  const duplicate: typeof copyCampaign | typeof copyTest = isTest ? copyTest : copyCampaign;
  const { cancelSchedule, isBusy } = useUndoableCancel();
  const sendNow = useScheduleCampaign();
  const [contactId, setContactId] = useState<number>();
  const [open, setOpen] = useState<"move" | "now">();
  const { scheduleAt, firesAt, perHour, scheduleZone } = campaign;
  const hasFailed = campaign.status === "FAILED";

  return (
    <>
      <PageHead
        title={campaign.name}
        badge={<CampaignState status={campaign.status} look="badge" />}
        state={scheduleAt ? formatWallTime(toWallTime(scheduleAt, zone)) : undefined}
        crumbs={[
          isTest ? { label: t("terms.abTests"), to: "/ab-tests" } : { label: t("words.campaigns"), to: "/campaigns" },
          { label: t("campaigns.schedule.crumb") },
        ]}
        actions={<Watchers thing={`campaign:${campaign.id}`} />}
      />
      <div className={classes.columns}>
        <Panel component="section" gap="md" p={20} aria-label={t("campaigns.schedule.crumb")}>
          {hasFailed ? (
            <Notice kind="bad">
              {t("campaigns.schedule.failed", { why: describeStartFailure(campaign.failure, t) })}
            </Notice>
          ) : (
            <>
              <Text component="h2" size="md" fw={500}>
                {t("campaigns.schedule.beginsIn")}
              </Text>
              <Text fz="var(--font-size-2xl)" lh="var(--line-height-2xl)" fw={500} className="figures">
                {firesAt ? <Countdown at={firesAt} /> : null}
              </Text>
            </>
          )}
          <DescriptionList>
            <dt>{t("terms.subject")}</dt>
            <dd dir="auto">{campaign.subject}</dd>
            <dt>{t("terms.from")}</dt>
            <dd>{campaign.sender ? `${campaign.sender.name} <${campaign.sender.email}>` : ""}</dd>
            {scheduleAt ? (
              <>
                <dt>{t("words.time")}</dt>
                <dd>
                  {formatWallTime(toWallTime(scheduleAt, zone))} (
                  {scheduleZone === "contact" ? t("campaigns.schedule.contactClock") : zone})
                </dd>
              </>
            ) : null}
            {scheduleZone === "contact" && firesAt ? (
              <>
                <dt>{t("campaigns.schedule.begins")}</dt>
                <dd>{formatWallTime(toWallTime(firesAt, zone))}</dd>
              </>
            ) : null}
            {perHour !== null ? (
              <>
                <dt>{t("campaigns.schedule.pace")}</dt>
                <dd>{t("campaigns.schedule.paceIs", { total: formatInteger(perHour) })}</dd>
              </>
            ) : null}
            {children}
            <dt>{t("terms.recipients")}</dt>
            <dd>
              {count
                ? t("campaigns.schedule.peopleByNow", { count: count.count, total: formatInteger(count.count) })
                : t("terms.counting")}
            </dd>
          </DescriptionList>
          <Flex gap="xs" wrap="wrap">
            {hasFailed && can("campaign.edit") ? (
              <Button
                variant="filled"
                leftSection={<IconCopy {...ICON} />}
                loading={duplicate.isPending}
                onClick={() =>
                  duplicate.mutate(campaign.id, {
                    onSuccess: (copy: Campaign) => void navigate(composerPath(copy)),
                    onError: (failure: unknown) => toastFailure(failure, t),
                  })
                }
              >
                {t("terms.duplicate")}
              </Button>
            ) : null}
            {!hasFailed && can("campaign.send") ? (
              <>
                <Button leftSection={<IconCalendarTime {...ICON} />} onClick={() => setOpen("move")}>
                  {t("campaigns.schedule.move")}
                </Button>
                <Button leftSection={<IconSend {...ICON} />} onClick={() => setOpen("now")}>
                  {t("campaigns.schedule.sendNow")}
                </Button>
                <Button
                  color="bad"
                  leftSection={<IconX {...ICON} />}
                  loading={isBusy}
                  onClick={() => cancelSchedule(campaign)}
                >
                  {t("campaigns.schedule.callOff")}
                </Button>
              </>
            ) : null}
          </Flex>
        </Panel>
        <PreviewPane campaign={campaign} variantId={variantId} contactId={contactId} onContact={setContactId} />
      </div>
      <Suspense fallback={null}>
        {open === "move" ? (
          <ScheduleDialog
            campaign={campaign}
            act="move"
            onDone={() => setOpen(undefined)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "now" && count ? (
          <SendNowDialog
            name={campaign.name}
            count={count.count}
            sending={sendNow}
            onSend={() =>
              sendNow.mutate(
                { id: campaign.id, kind: campaign.kind, schedule: { scheduleAt: null, perHour } },
                { onSuccess: (sent) => void navigate(campaignPath(sent)) },
              )
            }
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

const REASONS = [
  "emptyRecipient",
  "recipientLabelNotFound",
  "recipientLabelEmpty",
  "lessThanTenContacts",
  "senderNotChosen",
  "senderNotValidated",
  "senderDomainMisconfigured",
  "sendLimitExceeded",
  "quotaLimitExceeded",
  "sendingPaused",
  "userSuspended",
  "userExpired",
  "invalidTag",
] as const;

function describeStartFailure(failure: string, t: ReturnType<typeof useTranslation>["t"]): string {
  const knownReason = REASONS.find((reason) => reason === failure) ?? "other";
  return t(`campaigns.schedule.reasons.${knownReason}`);
}
