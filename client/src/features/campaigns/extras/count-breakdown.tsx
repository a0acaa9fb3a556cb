import { Flex, Stack, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { RecipientCount } from "../composer-data";

const LOSSES = ["excluded", "suppressed", "paused"] as const;

/** Selected contacts who are not recipients, by reason; each is counted once. Hidden without any. */
export function CountBreakdown({ count }: { readonly count: RecipientCount }) {
  const { t } = useTranslation();
  const lossNames = LOSSES.filter((name) => count[name] > 0);
  if (lossNames.length === 0 && !count.capped) return null;
  return (
    <Stack gap={6}>
      {lossNames.length > 0 ? (
        <Flex
          component="dl"
          gap="4px 20px"
          wrap="wrap"
          m={0}
          px="sm"
          py="xs"
          bdrs="sm"
          bg="var(--sunken)"
          aria-label={t("campaignExtras.count.label")}
        >
          {(["chosen", ...lossNames, "left"] as const).map((name) => (
            <Flex key={name} gap={6} align="baseline" data-figure={name}>
              <Text component="dt" size="xs" c="var(--text2)">
                {t(`campaignExtras.count.${name}`)}
              </Text>
              <Text component="dd" size="sm" fw={name === "left" ? 500 : 400} className="figures">
                {formatInteger(name === "left" ? count.count : count[name])}
              </Text>
            </Flex>
          ))}
        </Flex>
      ) : null}
      {count.capped ? (
        <Text size="xs" c="var(--text2)">
          {t("campaignExtras.count.capped", { count: count.capped, total: formatInteger(count.capped) })}
        </Text>
      ) : null}
    </Stack>
  );
}
