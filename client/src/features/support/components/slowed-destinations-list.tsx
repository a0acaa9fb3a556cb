import { Box, Flex, Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { formatDecimal } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { SlowedDestination } from "../pools-data";

interface Props {
  readonly slowed: readonly SlowedDestination[];
}

/** Destinations that requested a lower rate: the current rate, since when, and their response. */
export function SlowedDestinationsList({ slowed }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <Stack
      component="section"
      gap={4}
      mt="sm"
      pt="sm"
      style={{ borderBlockStart: "1px solid var(--line)" }}
      aria-labelledby={heading}
    >
      <Text component="h3" size="sm" lh="md" fw={500} id={heading}>
        {t("support.pools.slowed.title")}
      </Text>
      <Text size="sm" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
        {slowed.length === 0 ? t("support.pools.slowed.none") : t("support.pools.slowed.help")}
      </Text>
      <Stack component="ul" gap="sm">
        {slowed.map((each) => (
          <Stack component="li" gap="xs" pt="xs" key={each.destination}>
            <Group gap="8px 12px" fz="sm">
              <Text component="b" inherit fw={500} style={{ overflowWrap: "anywhere" }}>
                {each.destination}
              </Text>
              <StateBadge kind="warn">
                {t("support.pools.slowed.atOnce", { now: formatInteger(each.atOnce), most: formatInteger(each.most) })}
              </StateBadge>
              {each.pauseSeconds > 0 ? (
                <StateBadge kind="bad">
                  {t("support.pools.slowed.pause", { seconds: formatDecimal(each.pauseSeconds, 0, 1) })}
                </StateBadge>
              ) : null}
            </Group>
            <Flex component="dl" gap="8px 24px" wrap="wrap" fz="sm" lh="md" m={0}>
              {each.perSecond === null ? null : (
                <div>
                  <Text component="dt" size="xs" c="var(--text2)">
                    {t("support.pools.slowed.rate")}
                  </Text>
                  <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
                    {t("ui.perSecond", { rate: formatDecimal(each.perSecond, 0, 1) })}
                  </Box>
                </div>
              )}
              <div>
                <Text component="dt" size="xs" c="var(--text2)">
                  {t("support.pools.slowed.deferred")}
                </Text>
                <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
                  {formatInteger(each.deferred)}
                </Box>
              </div>
              <div>
                <Text component="dt" size="xs" c="var(--text2)">
                  {t("terms.since")}
                </Text>
                <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
                  <RelativeTime at={each.since} />
                </Box>
              </div>
              <Box flex="1 1 240px" miw={0}>
                <Text component="dt" size="xs" c="var(--text2)">
                  {t("terms.lastResponse")}
                </Text>
                <Box component="dd" m={0} className="figures" style={{ overflowWrap: "anywhere" }}>
                  {each.answer} <RelativeTime at={each.answeredAt} />
                </Box>
              </Box>
            </Flex>
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}
