import { useTranslation } from "@/lib/i18n/translation";
import { Tabs } from "@/ui/components/tabs";

/** Tabs of the campaign screens: list and calendar. */
export function CampaignTabs() {
  const { t } = useTranslation();
  return (
    <Tabs
      label={t("words.campaigns")}
      tabs={[
        { to: "/campaigns", label: t("terms.list"), isExact: true },
        { to: "/email-marketing/calendar", label: t("campaigns.calendar.title") },
      ]}
    />
  );
}
