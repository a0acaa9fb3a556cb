import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import { CampaignState } from "../../components/campaign-state";
import classes from "../../components/composer.module.css";
import { ContentSection } from "../../components/content-section";
import { DetailsSection } from "../../components/details-section";
import { PreviewPane } from "../../components/preview-pane";
import { RecipientsSection } from "../../components/recipients-section";
import { SaveState } from "../../components/save-state";
import { SenderSection } from "../../components/sender-section";
import { SubjectSection } from "../../components/subject-section";
import { useRecipientCount } from "../../composer-data";
import { goToSection, reviewPath, VARIANT_PARAM } from "../../composer-paths";
import { EventSection } from "../../extras/event-section";
import { FooterSection } from "../../extras/footer-section";
import { PlainSection } from "../../extras/plain-section";
import { TrackingSection } from "../../extras/tracking-section";
import type { AbTest } from "../ab-data";
import { LETTERS } from "../rules";
import { buildCommonComposer, useAbComposer } from "../use-ab-composer";
import { TestSection } from "./test-section";
import { VariantsSection } from "./variants-section";

const TestDialog = lazy(async () => ({ default: (await import("../../components/test-dialog")).TestDialog }));

type Side = "write" | "see";

function parseVariantIndex(letter: string | null): number {
  const letters: readonly string[] = LETTERS;
  return Math.max(0, letters.indexOf(letter ?? ""));
}

/** Composer of an A/B test on one page. Sending happens on the review page. */
export function AbComposerForm({ test }: { readonly test: AbTest }) {
  const { t } = useTranslation();
  const can = useCan();
  const composer = useAbComposer(test);
  useWatching(`campaign:${test.id}`);
  const { draft } = composer;
  const { tested } = draft.test;
  const common = buildCommonComposer(composer);
  const count = useRecipientCount(test).data;
  const { hash } = useLocation();
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState(() => parseVariantIndex(params.get(VARIANT_PARAM)));
  const [contactId, setContactId] = useState<number>();
  const [isTesting, setTesting] = useState(false);
  const [side, setSide] = useState<Side>("write");

  // Links of the review name the variant and the section to fix.
  useEffect(() => {
    if (hash) goToSection(hash.slice(1));
  }, [hash]);

  // The last variant might have been removed.
  const shown = Math.min(chosen, draft.variants.length - 1);
  const variantId = test.variants[shown]?.variantId;

  return (
    <>
      <PageHead
        title={draft.name}
        badge={<CampaignState status="DRAFT" look="badge" />}
        state={<SaveState composer={common} />}
        crumbs={[{ label: t("terms.abTests"), to: "/ab-tests" }, { label: t("abTests.edit") }]}
        actions={
          <>
            <Watchers thing={`campaign:${test.id}`} />
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
              to={reviewPath(test)}
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
          <DetailsSection composer={common} />
          <TestSection id={test.id} composer={composer} />
          <VariantsSection campaign={test} composer={composer} chosen={shown} onChoose={setChosen} />
          {tested === "sender" ? null : <SenderSection composer={common} />}
          <RecipientsSection composer={common} count={count} />
          {tested === "subject" ? null : <SubjectSection composer={common} />}
          {tested === "content" ? null : (
            <>
              <ContentSection campaign={test} variantId={variantId} composer={common} />
              <PlainSection campaign={test} variantId={variantId} composer={common} />
            </>
          )}
          <TrackingSection campaign={test} composer={common} />
          {test.documentId === null ? <FooterSection composer={common} /> : null}
          <EventSection composer={common} />
        </div>
        <div className={classes.see}>
          <PreviewPane
            campaign={test}
            variantId={variantId}
            preheader={tested === "subject" ? test.variants[shown]?.preheader : undefined}
            contactId={contactId}
            onContact={setContactId}
          />
        </div>
      </div>
      <Suspense fallback={null}>
        {isTesting ? (
          <TestDialog
            campaign={test}
            variantId={variantId}
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
