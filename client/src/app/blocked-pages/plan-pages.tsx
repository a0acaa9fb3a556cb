import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { HOME } from "../addresses";
import { BlockedPage } from "./blocked-page";
import { ContactUs } from "./contact-us";
import { usePlanDetails } from "./plan-details";

function PlanPage({ kind }: { readonly kind: "updatePlan" | "calculate" }) {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  return (
    <BlockedPage
      title={t(`gates.${kind}`)}
      facts={usePlanDetails()}
      after={
        <ContactUs
          suggestion={t(`gates.${kind}Message`, { team })}
          beside={<PlainButton to={HOME}>{t("gates.toDashboard")}</PlainButton>}
        />
      }
    >
      <p>{t(`gates.${kind}Text`)}</p>
    </BlockedPage>
  );
}

/** For visitors who chose a plan on the landing site. Plans are not sold here yet; the team asks us to change it. */
export function UpdatePlanPage() {
  return <PlanPage kind="updatePlan" />;
}

/**
 * For visitors who calculated a price on the landing site. Prices are not known here yet; the team requests a quote.
 */
export function CalculatePage() {
  return <PlanPage kind="calculate" />;
}
