import { useTranslation } from "@/lib/i18n/translation";
import { Tabs } from "@/ui/components/tabs";

/** The ways to look at the campaigns of a team. */
export function CampaignTabs() {
  const { t } = useTranslation();
  return (
    <Tabs
      label={t("campaigns.title")}
      tabs={[
        { to: "/campaigns", label: t("campaigns.list"), isExact: true },
        { to: "/email-marketing/calendar", label: t("campaigns.calendar.title") },
      ]}
    />
  );
}
