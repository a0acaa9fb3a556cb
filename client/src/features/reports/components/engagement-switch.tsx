import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import type { Engagement } from "../reports-data";

const ENGAGEMENTS: readonly Engagement[] = ["opens", "clicks"];

interface Props {
  readonly did: Engagement;
  readonly onChange: (did: Engagement) => void;
}

/** Switches a card between opens and clicks. */
export function EngagementSwitch({ did, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t("reports.counted")}
      value={did}
      options={ENGAGEMENTS.map((value) => ({ value, label: t(`reports.${value}`) }))}
      onChange={onChange}
    />
  );
}
