import { Button } from "@mantine/core";
import { IconCalendarTime, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useAllSenders } from "@/features/senders/public";
import { usageQuery } from "@/features/session/public";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import type { Campaign } from "../campaigns-data";
import { useRecipientCount } from "../composer-data";
import { isReady, readiness } from "../readiness";
import { useComposer } from "../use-composer";
import { useMay } from "../use-may";
import { AboutSection } from "./about-section";
import { CampaignState } from "./campaign-state";
import { Checklist } from "./checklist";
import classes from "./composer.module.css";
import { ContentSection } from "./content-section";
import { PreviewPane } from "./preview-pane";
import { RecipientsSection } from "./recipients-section";
import { SaveState } from "./save-state";
import { SenderSection } from "./sender-section";
import { SubjectSection } from "./subject-section";
import { UnopenedSection } from "./unopened-section";

const SendDialog = lazy(async () => ({ default: (await import("./send-dialog")).SendDialog }));
const ScheduleDialog = lazy(async () => ({ default: (await import("./schedule-dialog")).ScheduleDialog }));
const TestDialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

type Side = "write" | "see";
const CHECKLIST = "composer-checklist";

/** One page on which a campaign is written, seen, tested and sent. */
export function Composer({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const composer = useComposer(campaign);
  useWatching(`campaign:${campaign.id}`);
  const { draft } = composer;
  const count = useRecipientCount(campaign.id).data;
  const senders = useAllSenders().data?.items;
  const usage = useQuery({ ...usageQuery, meta: { quiet: true } }).data;
  const emails = usage?.counters.find(({ subfeature }) => subfeature === "emailSent");
  const [contactId, setContactId] = useState<number>();
  const [open, setOpen] = useState<"send" | "schedule" | "test">();
  const [side, setSide] = useState<Side>("write");

  const chosen = senders?.find(({ senderId }) => senderId === draft.senderId);
  const checks = readiness({
    draft,
    count,
    senderIsValidated: senders ? (chosen?.validated ?? false) : undefined,
    fault: composer.fault,
    emailsLeft: usage ? (emails ? emails.left : -1) : undefined,
  });
  const ready = isReady(checks);

  function onSend(act: "send" | "schedule"): void {
    composer.save();
    if (ready) {
      setOpen(act);
      return;
    }
    setSide("see");
    requestAnimationFrame(() => document.getElementById(CHECKLIST)?.focus());
  }

  return (
    <>
      <PageHead
        title={draft.name}
        badge={<CampaignState status="DRAFT" look="badge" />}
        state={<SaveState composer={composer} />}
        crumbs={[{ label: t("campaigns.title"), to: "/campaigns" }, { label: t("campaigns.edit") }]}
        actions={
          <>
            <Watchers thing={`campaign:${campaign.id}`} />
            {may("send") ? (
              <>
                <Button
                  onClick={() => {
                    composer.save();
                    setOpen("test");
                  }}
                >
                  {t("campaigns.sendTest")}
                </Button>
                <Button
                  leftSection={<IconCalendarTime size={16} stroke={1.7} aria-hidden="true" />}
                  aria-disabled={!ready}
                  title={ready ? undefined : t("campaigns.notReady")}
                  onClick={() => onSend("schedule")}
                >
                  {t("campaigns.schedule.open")}
                </Button>
                <Button
                  variant="filled"
                  leftSection={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
                  aria-disabled={!ready}
                  title={ready ? undefined : t("campaigns.notReady")}
                  onClick={() => onSend("send")}
                >
                  {t("campaigns.send")}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <div className={classes.sides}>
        <Segmented
          label={t("campaigns.side")}
          isWide
          value={side}
          onChange={setSide}
          options={[
            { value: "write", label: t("campaigns.sideWrite") },
            { value: "see", label: t("campaigns.sideSee") },
          ]}
        />
      </div>
      <div className={classes.columns} data-side={side}>
        <div className={classes.write}>
          <AboutSection composer={composer} />
          <SenderSection composer={composer} />
          {campaign.unopenedOf ? (
            <UnopenedSection composer={composer} original={campaign.unopenedOf} count={count} />
          ) : (
            <RecipientsSection composer={composer} count={count} />
          )}
          <SubjectSection composer={composer} />
          <ContentSection composer={composer} />
        </div>
        <div className={classes.see}>
          <Checklist id={CHECKLIST} checks={checks} draft={draft} count={count} emailsLeft={emails?.left} />
          <PreviewPane campaign={campaign} contactId={contactId} onContact={setContactId} />
        </div>
      </div>
      <Suspense fallback={null}>
        {open === "send" && count ? (
          <SendDialog
            campaign={campaign}
            draft={draft}
            sender={chosen}
            count={count}
            emails={emails}
            isSaved={composer.state === "clean"}
            onSent={() => void navigate(`/campaigns/${campaign.id}`)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "schedule" ? (
          <ScheduleDialog
            campaign={campaign}
            act="schedule"
            isSaved={composer.state === "clean"}
            onDone={() => setOpen(undefined)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "test" ? (
          <TestDialog
            campaign={campaign}
            contactId={contactId}
            isSaved={composer.state === "clean"}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
      <LeaveDialog
        guard={composer.leaving}
        title={t("campaigns.leaveTitle")}
        confirmLabel={t("campaigns.leaveConfirm")}
      >
        {t("campaigns.leaveText")}
      </LeaveDialog>
    </>
  );
}
