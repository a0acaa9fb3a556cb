import { Button, Group, Text } from "@mantine/core";
import { useDomains } from "@/features/senders/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { useAllTrxDomains } from "./domains-data";

/** Maximum number of suggestions; any other domain can be typed. */
const MAX_SUGGESTIONS = 6;

interface Props {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** Sender domains of the team without transactional email. Their DNS records might already be published. */
export function SuggestedDomains({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const canView = useCan()("sender.view");
  const senderDomains =
    useDomains({ page: 1, size: 100, sort: "name", search: "", isWanted: canView }).data?.items ?? [];
  const addedDomains = useAllTrxDomains().data?.items ?? [];
  const free = senderDomains.filter(({ domainId }) =>
    addedDomains.every(({ senderDomainId }) => senderDomainId !== domainId),
  );
  if (free.length === 0) return null;
  return (
    <Group component="section" gap="xs" mt={-8} aria-label={t("transactional.config.domain.known")}>
      <Text size="xs" w="100%" c="var(--text2)">
        {t("transactional.config.domain.known")}
      </Text>
      {free.slice(0, MAX_SUGGESTIONS).map(({ domainId, name, validated }) => (
        <Button key={domainId} size="xs" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {validated ? t("transactional.config.domain.knownReady", { name }) : name}
        </Button>
      ))}
    </Group>
  );
}
