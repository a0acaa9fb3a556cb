import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import type { Campaign } from "../campaigns-data";
import { useRecipientCount } from "../composer-data";
import { goToSection, reviewPath } from "../composer-paths";
import { EventSection } from "../extras/event-section";
import { FooterSection } from "../extras/footer-section";
import { PlainSection } from "../extras/plain-section";
import { TrackingSection } from "../extras/tracking-section";
import { useComposer } from "../use-composer";
import { CampaignState } from "./campaign-state";
import classes from "./composer.module.css";
import { ContentSection } from "./content-section";
import { DetailsSection } from "./details-section";
import { PreviewPane } from "./preview-pane";
import { RecipientsSection } from "./recipients-section";
import { SaveState } from "./save-state";
import { SenderSection } from "./sender-section";
import { SubjectSection } from "./subject-section";
import { UnopenedSection } from "./unopened-section";

const TestDialog = lazy(async () => ({ default: (await import("./test-dialog")).TestDialog }));

type Side = "write" | "see";

/** Composer of a campaign on one page, with preview and test. Sending happens on the review page. */
export function Composer({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  const can = useCan();
  const { hash } = useLocation();
  const composer = useComposer(campaign);
  useWatching(`campaign:${campaign.id}`);
  const { draft } = composer;
  // A built email has its footer settings in the email editor.
  const isBuilt = draft.content.kind === "document";
  const count = useRecipientCount(campaign).data;
  const [contactId, setContactId] = useState<number>();
  const [isTesting, setTesting] = useState(false);
  const [side, setSide] = useState<Side>("write");

  // Links of the review name the section to fix.
  useEffect(() => {
    if (hash) goToSection(hash.slice(1));
  }, [hash]);

  return (
    <>
      <PageHead
        title={draft.name}
        badge={<CampaignState status="DRAFT" look="badge" />}
        state={<SaveState composer={composer} />}
        crumbs={[{ label: t("words.campaigns"), to: "/campaigns" }, { label: t("campaigns.edit") }]}
        actions={
          <>
            <Watchers thing={`campaign:${campaign.id}`} />
            {can("campaign.send") ? (
              <Button
                onClick={() => {
                  composer.save();
                  setTesting(true);
                }}
              >
                {t("campaigns.sendTest")}
              </Button>
            ) : null}
            <Button
              component={Link}
              to={reviewPath(campaign)}
              variant="filled"
              leftSection={<IconListCheck size={16} stroke={1.7} aria-hidden="true" />}
            >
              {t("campaigns.reviewAndSend")}
            </Button>
          </>
        }
      />
      <div className={classes.sides}>
        <Segmented
          label={t("terms.view")}
          isWide
          value={side}
          onChange={setSide}
          options={[
            { value: "write", label: t("campaigns.sideWrite") },
            { value: "see", label: t("terms.preview") },
          ]}
        />
      </div>
      <div className={classes.columns} data-side={side}>
        <div className={classes.write}>
          <DetailsSection composer={composer} />
          <SenderSection composer={composer} />
          {campaign.unopenedOf ? (
            <UnopenedSection composer={composer} original={campaign.unopenedOf} count={count} />
          ) : (
            <RecipientsSection composer={composer} count={count} />
          )}
          <SubjectSection composer={composer} />
          <ContentSection campaign={campaign} composer={composer} />
          <PlainSection campaign={campaign} composer={composer} />
          <TrackingSection campaign={campaign} composer={composer} />
          {isBuilt ? null : <FooterSection composer={composer} />}
          <EventSection composer={composer} />
        </div>
        <div className={classes.see}>
          <PreviewPane campaign={campaign} contactId={contactId} onContact={setContactId} />
        </div>
      </div>
      <Suspense fallback={null}>
        {isTesting ? (
          <TestDialog
            campaign={campaign}
            contactId={contactId}
            isSaved={composer.isSaved}
            onClose={() => setTesting(false)}
          />
        ) : null}
      </Suspense>
      <LeaveDialog
        guard={composer.leaving}
        title={t("terms.leaveWithoutSaving")}
        confirmLabel={t("campaigns.leaveConfirm")}
      >
        {t(composer.leaveText)}
      </LeaveDialog>
    </>
  );
}
