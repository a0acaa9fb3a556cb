import { Box, Group, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { formatDate, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { Panel } from "@/ui/components/panel";
import { Segmented } from "@/ui/components/segmented";
import type { ReportRef } from "../report-ref";
import { useClickMap } from "../reports-data";
import classes from "./click-map-card.module.css";

interface Props {
  readonly of: ReportRef;
  /** Variants of an A/B test in their order; empty for a campaign with one email. */
  readonly variants: readonly (number | null)[];
}

const LETTERS = "ABCDE";

/** The sent email with click counts on its links. The map does not update until the user refreshes it. */
export function ClickMapCard({ of, variants }: Props) {
  const { t } = useTranslation();
  const variantNumbers = variants.filter((one) => one !== null);
  const [variant, setVariant] = useState<number | undefined>(variantNumbers[0]);
  const map = useClickMap(of, variant);
  return (
    <Panel
      component="section"
      className={classes.card ?? ""}
      gap={0}
      miw={0}
      style={{ overflow: "hidden" }}
      aria-label={t("reports.clickMap")}
    >
      <Group component="header" gap="4px 8px" mih={28} ps="md" pe="sm" py="xs">
        <Text component="h2" size="sm" fw={600}>
          {t("reports.clickMap")}
        </Text>
        {map.data ? (
          <Text span size="xs" c="dimmed" className="figures">
            {t("reports.asOf", { at: formatDate(map.dataUpdatedAt, getTimePattern(undefined, true)) })}
          </Text>
        ) : null}
        <Group gap={4} wrap="nowrap" ms="auto">
          {variantNumbers.length > 1 ? (
            <Segmented
              label={t("reports.variant")}
              value={String(variant)}
              options={variantNumbers.map((number) => ({
                value: String(number),
                label: LETTERS[number] ?? String(number),
              }))}
              onChange={(value) => setVariant(Number(value))}
            />
          ) : null}
          <IconButton size="row" label={t("reports.newer")} onClick={() => void map.refetch()}>
            <IconRefresh size={16} stroke={1.7} aria-hidden="true" />
          </IconButton>
        </Group>
      </Group>
      {map.isLoadingError ? (
        <Box pt={4} pb="md" px="md">
          <LoadFailed failure={map.error} onRetry={() => void map.refetch()} />
        </Box>
      ) : (
        <Box flex="1" bg="#eceef2" style={{ borderBlockStart: "1px solid var(--line)" }}>
          {map.data ? (
            <iframe
              key={map.data.htmlUrl}
              className={classes.frame}
              title={t("reports.clickMapFrame")}
              src={`${map.data.htmlUrl}?scheme=light`}
              sandbox=""
              referrerPolicy="no-referrer"
              style={{ colorScheme: "light" }}
            />
          ) : (
            <div className={classes.frame} aria-hidden="true" />
          )}
        </Box>
      )}
    </Panel>
  );
}
