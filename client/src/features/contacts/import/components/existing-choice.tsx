import { useTranslation } from "@/lib/i18n/translation";
import { ChoiceList } from "@/ui/components/choice-list";
import { EXISTING, type Existing } from "../../import-machine";

interface Props {
  readonly value: Existing;
  readonly onChange: (value: Existing) => void;
}

/** Chooses how existing contacts are handled. */
export function ExistingChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ChoiceList
      legend={t("contacts.existing.title")}
      value={value}
      options={EXISTING.map((option) => ({
        value: option,
        label: t(`contacts.existing.${option}`),
        help: t(`contacts.existing.${option}Help`),
      }))}
      look="framed"
      isWide
      onChange={onChange}
    />
  );
}
