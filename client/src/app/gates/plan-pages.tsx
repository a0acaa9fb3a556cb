import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { HOME } from "../addresses";
import { ContactUs } from "./contact-us";
import { Gate } from "./gate";
import { usePlanFacts } from "./plan-facts";

function PlanPage({ kind }: { readonly kind: "updatePlan" | "calculate" }) {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  return (
    <Gate
      title={t(`gates.${kind}`)}
      facts={usePlanFacts()}
      after={
        <ContactUs
          suggestion={t(`gates.${kind}Message`, { team })}
          beside={<PlainButton to={HOME}>{t("gates.toDashboard")}</PlainButton>}
        />
      }
    >
      <p>{t(`gates.${kind}Text`)}</p>
    </Gate>
  );
}

/** A visitor chose a plan on the landing site: until plans are sold here, we change it on request. */
export function UpdatePlanPage() {
  return <PlanPage kind="updatePlan" />;
}

/** A visitor reckoned a price on the landing site: until prices are known here, we make an offer. */
export function CalculatePage() {
  return <PlanPage kind="calculate" />;
}
