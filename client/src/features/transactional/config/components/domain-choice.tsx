import { useTranslation } from "@/lib/i18n/translation";
import { useAllTrxDomains } from "../domains-data";
import { Choices } from "./choices";

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Selects the domains that the endpoint gets events of; no selection means all. Hidden if the team has only one. */
export function DomainChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  const domains = useAllTrxDomains().data?.items ?? [];
  if (domains.length < 2 && chosen.length === 0) return null;
  return (
    <Choices
      label={t("transactional.config.webhook.domains")}
      help={t("transactional.config.webhook.domainsHelp")}
      options={domains.map(({ domainId, name }) => ({ value: domainId, label: name }))}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
