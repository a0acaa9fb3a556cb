import { useTranslation } from "@/lib/i18n/translation";
import { Tabs } from "@/ui/components/tabs";

/** Tabs of the area: senders and domains. */
export function SendersTabs() {
  const { t } = useTranslation();
  const tabs = [
    { to: "/senders", label: t("terms.senders"), isExact: true },
    { to: "/senders/domains", label: t("terms.domains") },
  ];
  return <Tabs label={t("terms.emailSenders")} tabs={tabs} />;
}
