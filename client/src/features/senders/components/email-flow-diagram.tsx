import { Box, Group, Stack, Text } from "@mantine/core";
import {
  IconArrowBackUp,
  IconGavel,
  IconKey,
  IconLink,
  IconListCheck,
  IconMailbox,
  IconMailOff,
  IconServer,
} from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { Panel } from "@/ui/components/panel";
import { StatusDot } from "@/ui/components/status-dot";
import type { DomainDetail, DomainRecord } from "../domains-data";
import { filterRecordsByKind, findMostSevere, RECORD_DOTS } from "../record-state";
import classes from "./domain.module.css";

type Kind = DomainRecord["kind"];

const ICONS: Readonly<Record<Kind, typeof IconKey>> = {
  spf: IconListCheck,
  dkim: IconKey,
  dmarc: IconGavel,
  returnPath: IconMailOff,
  tracking: IconLink,
  mx: IconMailbox,
  ptr: IconServer,
};
/** Outbound, in the order in which a receiving server queries them. */
const OUTBOUND_KINDS: readonly Kind[] = ["ptr", "spf", "dkim", "dmarc"];
const INBOUND_KINDS: readonly Kind[] = ["mx", "returnPath", "tracking"];

/** Diagram of outbound and inbound email. Each step names its DNS record and links to it. */
export function EmailFlowDiagram({ domain }: { readonly domain: DomainDetail }) {
  const { t } = useTranslation();
  const there = (kind: Kind) => filterRecordsByKind(domain.records, kind).length > 0;
  return (
    <Panel component="figure" gap="md" m={0} p="md">
      <Text component="figcaption" size="sm" fw={600}>
        {t("senders.domains.picture")}
      </Text>
      <div className={classes.way}>
        <Stack
          component="p"
          gap={4}
          fz="xs"
          lh="xs"
          m={0}
          p="sm"
          bdrs="sm"
          bg="var(--sunken)"
          style={{ overflowWrap: "anywhere" }}
        >
          <Text component="strong" size="sm" fw={600}>
            {t("senders.domains.yourMail")}
          </Text>
          <Box component="span" c="var(--text2)">
            {t("senders.domains.fromDomain", { domain: domain.name })}
          </Box>
        </Stack>
        <ol className={classes.steps}>
          {OUTBOUND_KINDS.filter(there).map((kind) => (
            <DiagramStep key={kind} kind={kind} domain={domain} />
          ))}
        </ol>
        <Stack
          component="p"
          gap={4}
          fz="xs"
          lh="xs"
          m={0}
          p="sm"
          bdrs="sm"
          bg="var(--sunken)"
          style={{ overflowWrap: "anywhere" }}
        >
          <Text component="strong" size="sm" fw={600}>
            {t("senders.domains.inbox")}
          </Text>
          <Box component="span" c="var(--text2)">
            {t("senders.domains.inboxHelp")}
          </Box>
        </Stack>
      </div>
      <div>
        <Group component="p" gap="xs" wrap="nowrap" fz="xs" lh="xs" m={0} mb={8} c="var(--text2)">
          <IconArrowBackUp size={16} stroke={1.7} aria-hidden="true" />
          {t("senders.domains.comesBack")}
        </Group>
        <ol className={classes.steps}>
          {INBOUND_KINDS.filter(there).map((kind) => (
            <DiagramStep key={kind} kind={kind} domain={domain} />
          ))}
        </ol>
      </div>
    </Panel>
  );
}

function DiagramStep({ kind, domain }: { readonly kind: Kind; readonly domain: DomainDetail }) {
  const { t } = useTranslation();
  const state = findMostSevere(filterRecordsByKind(domain.records, kind)) ?? "unchecked";
  const Icon = ICONS[kind];
  return (
    <li>
      <a href={`#${kind}`} className={classes.station} data-state={state}>
        <Group component="span" gap={6} wrap="nowrap" fz="sm" fw={600}>
          <Icon size={16} stroke={1.7} aria-hidden="true" />
          {t(`senders.domains.kinds.${kind}`)}
        </Group>
        <span className={classes.stationDoes}>{t(`senders.domains.does.${kind}`)}</span>
        <StatusDot kind={RECORD_DOTS[state]}>{t(`senders.domains.verdicts.${state}`)}</StatusDot>
      </a>
    </li>
  );
}
