import { useTranslation } from "@/lib/i18n/translation";
import { ChoiceList } from "@/ui/components/choice-list";
import { EXISTING_CONTACT_POLICIES, type ExistingContactPolicy } from "../import-machine";

interface Props {
  readonly value: ExistingContactPolicy;
  readonly onChange: (value: ExistingContactPolicy) => void;
}

/** Chooses how existing contacts are handled. */
export function ExistingPolicyChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ChoiceList
      legend={t("contacts.existing.title")}
      value={value}
      options={EXISTING_CONTACT_POLICIES.map((option) => ({
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
