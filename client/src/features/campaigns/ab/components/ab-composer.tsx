import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
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
import { AboutSection } from "../../components/about-section";
import { CampaignState } from "../../components/campaign-state";
import { Checklist } from "../../components/checklist";
import classes from "../../components/composer.module.css";
import { ContentSection } from "../../components/content-section";
import { PreviewPane } from "../../components/preview-pane";
import { RecipientsSection } from "../../components/recipients-section";
import { SaveState } from "../../components/save-state";
import { SenderSection } from "../../components/sender-section";
import { SubjectSection } from "../../components/subject-section";
import { isReady, readiness } from "../../readiness";
import { useMay } from "../../use-may";
import { type AbTest, LEAST_RECIPIENTS, useAbRecipientCount } from "../ab-data";
import { commonComposer, useAbComposer } from "../use-ab-composer";
import { weakest } from "../variants";
import { TestSection } from "./test-section";
import { VariantsSection } from "./variants-section";

const AbSendDialog = lazy(async () => ({ default: (await import("./ab-send-dialog")).AbSendDialog }));
const TestDialog = lazy(async () => ({ default: (await import("../../components/test-dialog")).TestDialog }));

type Side = "write" | "see";
const CHECKLIST = "composer-checklist";

/** One page on which an A/B test is set, written, seen and sent. */
export function AbComposerForm({ test }: { readonly test: AbTest }) {
  const { t } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const composer = useAbComposer(test);
  useWatching(`campaign:${test.id}`);
  const { draft } = composer;
  const { tested } = draft.test;
  const common = commonComposer(composer);
  const count = useAbRecipientCount(test.id).data;
  const senders = useAllSenders().data?.items;
  const usage = useQuery({ ...usageQuery, meta: { quiet: true } }).data;
  const emails = usage?.counters.find(({ subfeature }) => subfeature === "emailSent");
  const [chosen, setChosen] = useState(0);
  const [contactId, setContactId] = useState<number>();
  const [open, setOpen] = useState<"send" | "test">();
  const [side, setSide] = useState<Side>("write");

  const isValid = (senderId: string | null): boolean =>
    senders?.find((sender) => sender.senderId === senderId)?.validated ?? false;
  const checked = weakest(draft, isValid);
  const checks = readiness({
    draft: checked,
    count,
    senderIsValidated: senders ? isValid(checked.senderId) : undefined,
    fault: composer.fault,
    emailsLeft: usage ? (emails ? emails.left : -1) : undefined,
  });
  const ready = isReady(checks) && (count?.count ?? 0) >= LEAST_RECIPIENTS;
  // The last variant may have gone since.
  const shown = Math.min(chosen, draft.variants.length - 1);
  const variantId = test.variants[shown]?.variantId;

  function onSend(): void {
    composer.save();
    if (ready) {
      setOpen("send");
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
        state={<SaveState composer={common} />}
        crumbs={[{ label: t("abTests.title"), to: "/ab-tests" }, { label: t("abTests.edit") }]}
        actions={
          <>
            <Watchers thing={`campaign:${test.id}`} />
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
                  variant="filled"
                  leftSection={<IconSend size={16} stroke={1.7} aria-hidden="true" />}
                  aria-disabled={!ready}
                  title={ready ? undefined : t("campaigns.notReady")}
                  onClick={onSend}
                >
                  {t("abTests.send")}
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
          <AboutSection composer={common} />
          <TestSection id={test.id} composer={composer} />
          <VariantsSection composer={composer} chosen={shown} onChoose={setChosen} />
          {tested === "sender" ? null : <SenderSection composer={common} />}
          <RecipientsSection composer={common} count={count} />
          {tested === "subject" ? null : <SubjectSection composer={common} />}
          {tested === "content" ? null : <ContentSection composer={common} />}
        </div>
        <div className={classes.see}>
          <Checklist id={CHECKLIST} checks={checks} draft={checked} count={count} emailsLeft={emails?.left} />
          <PreviewPane campaign={test} variantId={variantId} contactId={contactId} onContact={setContactId} />
        </div>
      </div>
      <Suspense fallback={null}>
        {open === "send" && count ? (
          <AbSendDialog
            id={test.id}
            draft={draft}
            count={count}
            isSaved={composer.state === "clean"}
            onSent={() => void navigate(`/ab-tests/${test.id}`)}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
        {open === "test" ? (
          <TestDialog
            campaign={test}
            variantId={variantId}
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
