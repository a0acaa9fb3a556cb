import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { LoadFailed } from "@/ui/components/load-failed";
import { StateBadge } from "@/ui/components/state-badge";
import { formatReply } from "../event-display";
import { EventSheet, type SheetNavigation } from "../message/event-sheet";
import { SheetSkeleton } from "../message/sheet-skeleton";
import type { TrxEvent } from "../shapes";
import { useRejection } from "./events-data";
import type { OpenEvent } from "./open-event";

interface Props extends SheetNavigation {
  readonly openEvent: OpenEvent;
}

/** A rejected submission with the check that rejected it and the recorded reason. */
export function RejectionSheet({ openEvent, ...way }: Props) {
  const { t } = useTranslation();
  const refusal = useRejection(openEvent.eventId, openEvent.time);
  return (
    <EventSheet title={t("transactional.refusal.title")} {...way}>
      {refusal.isLoadingError ? (
        <LoadFailed failure={refusal.error} onRetry={() => void refusal.refetch()} />
      ) : refusal.data ? (
        <RejectionFacts event={refusal.data} />
      ) : refusal.isSuccess ? (
        <Text size="sm" py={48} px="md" c="var(--text2)" ta="center">
          {t("transactional.refusal.gone")}
        </Text>
      ) : (
        <SheetSkeleton />
      )}
    </EventSheet>
  );
}

function RejectionFacts({ event }: { readonly event: TrxEvent }) {
  const { t } = useTranslation();
  const { detail, at, sender, subject, tag, keyId } = event;
  if (detail.more) {
    return (
      <>
        <StateBadge kind="bad">{t("transactional.types.refused")}</StateBadge>
        <Text component="h3" size="lg" mt="sm" fw={600} lts="-0.012em" style={{ overflowWrap: "anywhere" }}>
          {t("transactional.refusal.more", { count: detail.more })}
        </Text>
        <Text size="sm" mt={2} c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("transactional.refusal.moreHelp")}
        </Text>
      </>
    );
  }
  const shown = detail.recipients ?? [];
  const others = (detail.recipientCount ?? 0) - shown.length;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["at", formatDateTime(at, true)],
    ["via", detail.via ? t(toTextKey(`transactional.message.doors.${detail.via}`)) : ""],
    ["check", detail.check ? t(toTextKey(`transactional.checks.${detail.check}`)) : ""],
    [
      "key",
      keyId ? (
        <Link key="key" to={`/apikey/${keyId}`}>
          {t("terms.viewKey")}
        </Link>
      ) : (
        ""
      ),
    ],
    ["tag", tag],
  ];
  return (
    <>
      <StateBadge kind="bad">{t("transactional.types.refused")}</StateBadge>
      <Text component="h3" size="lg" mt="sm" fw={600} lts="-0.012em" style={{ overflowWrap: "anywhere" }} dir="auto">
        {subject || t("transactional.noSubject")}
      </Text>
      {sender ? (
        <Text size="sm" mt={2} c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {t("transactional.look.from")} <bdi>{sender}</bdi>
        </Text>
      ) : null}
      <Box component="pre" m={0} ff="inherit" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {formatReply(detail)}
      </Box>
      <Text size="sm" mt={2} c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
        {t("transactional.refusal.help")}
      </Text>
      <DescriptionList layout="tiles" minWidth={140}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(toTextKey(`transactional.refusal.facts.${name}`))}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </DescriptionList>
      {shown.length > 0 ? (
        <section aria-label={t("terms.recipients")}>
          <Text component="h4" size="xs" mt="md" mb={4} c="dimmed" fw={400}>
            {t("terms.recipients")}
          </Text>
          <Box component="ul" fz="sm" lh="lg" m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
            {shown.map((address) => (
              <li key={address}>
                <bdi>{address}</bdi>
              </li>
            ))}
            {others > 0 ? <li>{t("transactional.look.more", { count: others })}</li> : null}
          </Box>
        </section>
      ) : null}
    </>
  );
}
