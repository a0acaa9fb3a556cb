import { useTranslation } from "@/lib/i18n/translation";
import { Tabs } from "@/ui/components/tabs";

/** The two halves of the area: who writes, and from where. */
export function SendersTabs() {
  const { t } = useTranslation();
  const tabs = [
    { to: "/senders", label: t("terms.senders"), isExact: true },
    { to: "/senders/domains", label: t("terms.domains") },
  ];
  return <Tabs label={t("terms.emailSenders")} tabs={tabs} />;
}
