import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/dates";
import { type Translate, toTextKey, useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import type { DnsResponse, DomainRecord } from "../domains-data";
import { getRecordState, RECORD_DOTS } from "../record-state";
import { CopyValue } from "./copy-value";
import classes from "./domain.module.css";

interface Props {
  readonly record: DomainRecord;
  /** Whether this is the first record of its kind, which the diagram links to. */
  readonly isFirst: boolean;
  readonly actions?: ReactNode;
  /** Additional details. */
  readonly children?: ReactNode;
}

/** One DNS record: status, value to publish and the actual DNS response. */
export function RecordCard({ record, isFirst, actions, children }: Props) {
  const { t } = useTranslation();
  const state = getRecordState(record);
  const name = recordName(record, t);
  return (
    <Stack
      component="section"
      className={classes.record ?? ""}
      gap="sm"
      p="md"
      {...(isFirst ? { id: record.kind } : {})}
      aria-label={name}
      data-state={state}
    >
      <Group component="header" gap="xs">
        <Text component="h3" size="md" fw={600}>
          {name}
        </Text>
        {record.key && record.key.state !== "pending" ? (
          <StateBadge kind={record.key.state === "active" ? "ok" : "plain"}>
            {t(`senders.domains.keyStates.${record.key.state}`)}
          </StateBadge>
        ) : null}
        {record.required ? <StateBadge kind="plain">{t("senders.domains.required")}</StateBadge> : null}
        <Text span size="sm" ms="auto">
          <StatusDot kind={RECORD_DOTS[state]}>{t(`senders.domains.verdicts.${state}`)}</StatusDot>
        </Text>
      </Group>
      {record.unknown ? (
        <Text size="sm" lh="md" maw="72ch" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("senders.domains.reasons.resolverFailed")}{" "}
          {record.verdict === "unchecked" ? null : t("senders.domains.before")}
        </Text>
      ) : null}
      <Text size="sm" lh="md" maw="72ch" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
        {t(toTextKey(`senders.domains.reasons.${record.reason}`), record.params)}
      </Text>
      {record.key?.state === "retiring" && record.key.retiredAt ? (
        <Text size="sm" lh="md" maw="72ch" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("senders.domains.retiring", { when: formatDateTime(record.key.retiredAt) })}
        </Text>
      ) : null}
      {record.value && record.key?.state !== "retiring" ? (
        <dl className={classes.publish}>
          <dt>{t("terms.type")}</dt>
          <dd>
            <code>{record.type}</code>
          </dd>
          <dt>{t("words.name")}</dt>
          <dd>
            <CopyValue label={t("words.name")} text={record.host} />
          </dd>
          <dt>{t("terms.content")}</dt>
          <dd>
            <CopyValue label={t("terms.content")} text={record.value} />
          </dd>
        </dl>
      ) : null}
      {children}
      {actions ? <div className={classes.recordActions}>{actions}</div> : null}
      <DnsResponses record={record} />
    </Stack>
  );
}

function DnsResponses({ record }: { readonly record: DomainRecord }) {
  const { t } = useTranslation();
  if (!record.checkedAt) return null;
  return (
    <details className={classes.answers}>
      <summary>
        {t("senders.domains.answers")}
        <Text span size="xs" ms={8} c="dimmed">
          <RelativeTime at={record.checkedAt} />
        </Text>
      </summary>
      <Stack component="ul" gap="xs" mt={8}>
        {record.answers.map((answer) => (
          <Stack component="li" key={`${answer.name} ${answer.type}`} gap={4} p={8} bdrs="sm" bg="var(--sunken)">
            <code>
              {answer.name} {answer.type}
            </code>
            <DnsResponseText answer={answer} />
          </Stack>
        ))}
      </Stack>
    </details>
  );
}

function DnsResponseText({ answer }: { readonly answer: DnsResponse }) {
  const { t } = useTranslation();
  if (answer.outcome !== "found") {
    return (
      <Stack component="p" gap={4} m={0}>
        {t(`senders.domains.outcomes.${answer.outcome}`)}
        {answer.error ? <code>{answer.error}</code> : null}
      </Stack>
    );
  }
  return (
    <>
      {answer.values.map((value) => (
        <code key={value}>{value}</code>
      ))}
    </>
  );
}

function recordName(record: DomainRecord, t: Translate): string {
  const kind = t(`senders.domains.kinds.${record.kind}`);
  return record.key ? `${kind} · ${t(`senders.domains.algorithms.${record.key.algorithm}`)}` : kind;
}
