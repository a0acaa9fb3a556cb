import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import type { Did } from "../reports-data";

const DIDS: readonly Did[] = ["opens", "clicks"];

interface Props {
  readonly did: Did;
  readonly onChange: (did: Did) => void;
}

/** Switches a card between opens and clicks. */
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
