import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import type { Did } from "../reports-data";

const DIDS: readonly Did[] = ["opens", "clicks"];

interface Props {
  readonly did: Did;
  readonly onChange: (did: Did) => void;
}

/** Opens or clicks: what a part of the report counts. */
export function DidSwitch({ did, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t("reports.counted")}
      value={did}
      options={DIDS.map((value) => ({ value, label: t(`reports.${value}`) }))}
      onChange={onChange}
    />
  );
}
