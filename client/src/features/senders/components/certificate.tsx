import { Box, Button, Stack, Text } from "@mantine/core";
import { useMe } from "@/features/session/public";
import { formatDate, formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { toastFailure } from "@/ui/toast-failure";
import { type DomainCertificate, type DomainDetail, useOrderCertificate } from "../domains-data";

interface Props {
  readonly domain: DomainDetail;
  readonly certificate: DomainCertificate;
}

/** Status of HTTPS for tracking links on the team's domain. */
export function Certificate({ domain, certificate }: Props) {
  const { t } = useTranslation();
  const canEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const order = useOrderCertificate(domain.domainId);
  const { state, fault, validUntil, nextTryAt } = certificate;
  const canOrder = canEdit && certificate.ready && (fault !== "" || state === "none");
  return (
    <Stack
      component="section"
      gap={6}
      align="flex-start"
      pt={10}
      style={{ borderBlockStart: "1px solid var(--line)" }}
      aria-label={t("senders.domains.certificate.title")}
    >
      <StatusDot kind={getStatusKind(certificate)}>{t("senders.domains.certificate.title")}</StatusDot>
      <Text size="sm" lh="md" maw="72ch" c="var(--text2)">
        {state === "valid" && validUntil
          ? t("senders.domains.certificate.valid", { date: formatDate(validUntil) })
          : t(`senders.domains.certificate.${getTextKey(certificate)}`, { host: certificate.host })}
        {fault ? ` ${t(`senders.domains.certificate.faults.${fault}`)}` : null}
        {fault && nextTryAt ? ` ${t("senders.domains.certificate.again", { when: formatDateTime(nextTryAt) })}` : null}
      </Text>
      {fault && certificate.detail ? (
        <Box component="code" fz="xs" style={{ overflowWrap: "anywhere" }}>
          {certificate.detail}
        </Box>
      ) : null}
      {canOrder ? (
        <Button
          loading={order.isPending}
          onClick={() => order.mutate(undefined, { onError: (failure) => toastFailure(failure, t) })}
        >
          {t("senders.domains.certificate.order")}
        </Button>
      ) : null}
    </Stack>
  );
}

function getTextKey({ state, ready }: DomainCertificate): "waiting" | "none" | "asked" | "failed" {
  if (state === "asked" || state === "failed") return state;
  return ready ? "none" : "waiting";
}

function getStatusKind({ state, fault }: DomainCertificate): StatusKind {
  if (state === "valid") return fault ? "warn" : "ok";
  return state === "failed" ? "bad" : "info";
}
