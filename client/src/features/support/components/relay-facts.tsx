import { Box, Flex, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot } from "@/ui/components/status-dot";
import type { Relay, RelayLive } from "../pools-data";

interface Props {
  readonly name: string;
  readonly live: RelayLive;
  /** Absent for the relay from the settings. */
  readonly relay?: Relay;
  readonly action: ReactNode;
}

/** A relay and its status: connections, results of its messages, and its last response. */
export function RelayFacts({ name, live, relay, action }: Props) {
  const { t } = useTranslation();
  const isOff = relay?.active === false;
  const figures = [
    ["sent", live.sent],
    ["deferred", live.deferred],
    ["failed", live.failed],
  ] as const;
  return (
    <Stack
      component="section"
      gap="xs"
      mt="sm"
      pt="sm"
      style={{ borderBlockStart: "1px solid var(--line)" }}
      aria-label={name}
    >
      <Group gap="8px 12px" fz="sm">
        <Text component="b" inherit fw={500} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <StatusDot kind={isOff ? "off" : live.connections > 0 ? "live" : "off"}>
          {isOff
            ? t("terms.off")
            : live.connections > 0
              ? t("support.pools.connected", { count: live.connections, formatted: formatInteger(live.connections) })
              : t("support.pools.idle")}
        </StatusDot>
        {relay && relay.allowedToday !== null ? (
          <StateBadge kind="info">
            {t("support.pools.warming", {
              taken: formatInteger(live.takenToday),
              most: formatInteger(relay.allowedToday),
            })}
          </StateBadge>
        ) : null}
        <Box component="span" ms="auto">
          {action}
        </Box>
      </Group>
      {relay ? (
        <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
          {[relay.helo, t(toTextKey(`support.pools.tlsOf.${relay.tls}`)), relay.user, relay.source]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      ) : null}
      <Flex component="dl" gap="8px 24px" wrap="wrap" fz="sm" lh="md" m={0}>
        {figures.map(([figure, value]) => (
          <div key={figure}>
            <Text component="dt" size="xs" c="var(--text2)">
              {t(`support.pools.${figure}`)}
            </Text>
            <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
              {formatInteger(value)}
            </Box>
          </div>
        ))}
        <Box flex="1 1 240px" miw={0}>
          <Text component="dt" size="xs" c="var(--text2)">
            {t("terms.lastResponse")}
          </Text>
          <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
            {live.answer ? (
              <>
                {live.answer} {live.answeredAt ? <RelativeTime at={live.answeredAt} /> : null}
              </>
            ) : (
              t("support.pools.noAnswer")
            )}
          </Box>
        </Box>
      </Flex>
    </Stack>
  );
}
