import { Box, Flex, Stack, Text } from "@mantine/core";
import { formatDateTime } from "@/lib/dates";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { ShareBar } from "@/ui/components/share-bar";
import type { Health, Limits } from "../health-data";
import { formatPercent, getHealthLevel, scalePosition } from "../health-status";

interface Props {
  readonly window: Health["window"];
  readonly limits: Limits;
}

/** How close the team's rates are to the limits that pause it. */
export function StatusCard({ window, limits }: Props) {
  const { t } = useTranslation();
  const isMeasured = window.handed >= limits.leastSent;
  return (
    <Card title={t("delivery.standing")}>
      <Stack gap="lg">
        <Meter
          name={t("delivery.hardBounced")}
          base="delivery.ofHanded"
          part={window.hardBounced}
          whole={window.handed}
          limit={limits.bounceRate}
        />
        <Meter
          name={t("terms.spamComplaints")}
          base="delivery.ofDelivered"
          part={window.complained}
          whole={window.delivered}
          limit={limits.complaintRate}
        />
        <Text size="sm" c="var(--text2)">
          {t(isMeasured ? "delivery.judged" : "delivery.notJudged", {
            since: formatDateTime(window.since),
            handed: formatInteger(window.handed),
            least: formatInteger(limits.leastSent),
          })}
        </Text>
      </Stack>
    </Card>
  );
}

const COLOURS = { ok: "var(--ok)", near: "var(--warn)", over: "var(--bad)" } as const;

interface MeterProps {
  readonly name: string;
  /** Text key of the rate with its base. */
  readonly base: "delivery.ofHanded" | "delivery.ofDelivered";
  readonly part: number;
  readonly whole: number;
  readonly limit: number;
}

/** A rate on a scale with the limit in the middle. The text beside it repeats the same in words. */
function Meter({ name, base, part, whole, limit }: MeterProps) {
  const { t } = useTranslation();
  const share = whole > 0 ? part / whole : 0;
  const level = getHealthLevel(share, limit);
  const words = limit > 0 ? t(`delivery.levels.${level}`, { limit: formatPercent(limit) }) : t("delivery.noLimit");
  return (
    <Stack gap={6}>
      <Flex gap="xs" align="baseline" justify="space-between">
        <Box component="b" fw={500}>
          {name}
        </Box>
        <Box component="span" className="figures">
          {t(base, { rate: formatPercentageOf(part, whole), total: formatInteger(whole) })}
        </Box>
      </Flex>
      {limit > 0 ? (
        <Box pos="relative" aria-hidden="true">
          <ShareBar share={scalePosition(share, limit)} colour={COLOURS[level]} />
          <Box pos="absolute" top={-4} bottom={-4} left="50%" w={2} bg="var(--text2)" />
        </Box>
      ) : null}
      <Text size="sm" c="var(--text2)">
        {words}
      </Text>
    </Stack>
  );
}
