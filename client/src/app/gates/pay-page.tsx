import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { ContactUs } from "./contact-us";
import { Gate } from "./gate";
import { usePlanFacts } from "./plan-facts";

/** Target of a payment link. Payments are not available here yet, so the page says who accepts them. */
export function PayPage() {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  return (
    <Gate
      title={t("gates.pay")}
      facts={usePlanFacts()}
      after={<ContactUs suggestion={t("gates.payMessage", { team })} />}
    >
      <p>{t("gates.payText")}</p>
    </Gate>
  );
}
