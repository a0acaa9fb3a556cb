import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { PlainButton } from "@/ui/components/plain-button";
import { MetricsIllustration } from "./metrics-illustration";

/** Empty state of a team that has sent nothing: what the page is for and how to start. */
export function FirstSteps() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <EmptyState
      drawing={<MetricsIllustration />}
      title={t("terms.noCampaignsSentYet")}
      text={t("home.emptyText")}
      action={
        can("campaign.edit") ? (
          <PlainButton kind="primary" to="/campaigns">
            {t("terms.goToCampaigns")}
          </PlainButton>
        ) : undefined
      }
      after={can("contact.import") ? <Link to="/contacts/import">{t("home.toImport")}</Link> : undefined}
    />
  );
}
