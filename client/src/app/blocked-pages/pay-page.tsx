import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { BlockedPage } from "./blocked-page";
import { ContactUs } from "./contact-us";
import { usePlanDetails } from "./plan-details";

/** Target of a payment link. Payments are not available here yet, so the page says who accepts them. */
export function PayPage() {
  const { t } = useTranslation();
  const team = useMe()?.team?.name ?? "";
  return (
    <BlockedPage
      title={t("gates.pay")}
      facts={usePlanDetails()}
      after={<ContactUs suggestion={t("gates.payMessage", { team })} />}
    >
      <p>{t("gates.payText")}</p>
    </BlockedPage>
  );
}
