import { Box, Button, Flex, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useCan } from "@/features/session/public";
import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { ProgressBar } from "@/ui/components/progress-bar";
import type { Campaign } from "../campaigns-data";
import { type CampaignFinding, type useChecks, useMarkReady, useStartLinkCheck } from "../review-data";
import { FindingRow } from "./finding-row";
import classes from "./review.module.css";

interface Props {
  readonly id: string;
  readonly campaign: Campaign;
  readonly checks: ReturnType<typeof useChecks>;
}

const LEVELS = ["blocking", "warning", "fine"] as const;

/** Check results with links to fix them, and the button to mark the draft as ready. */
export function ReviewChecks({ id, campaign, checks }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const ask = useStartLinkCheck(campaign);
  const ready = useMarkReady(campaign);
  const data = checks.data;
  const isUnchecked = data?.links.state === "unasked" && !checks.isPlaceholderData;
  const startLinkCheck = useEffectEvent(() => ask.mutate());
  // Starts the link check once per set of links. A failed check is not retried automatically.
  useEffect(() => {
    if (isUnchecked) startLinkCheck();
  }, [isUnchecked]);

  if (!data) {
    return checks.isLoadingError ? (
      <LoadFailed failure={checks.error} onRetry={() => void checks.refetch()} />
    ) : (
      <Box bdrs="lg" h={320} bd="1px solid var(--line)" bg="var(--surface)" aria-hidden="true" />
    );
  }

  const isAsking = data.links.state === "running" || ask.isPending;
  const shown = data.items.filter(({ code }) => !(isAsking && code === "linksUnchecked"));
  const of = (level: CampaignFinding["level"]): readonly CampaignFinding[] =>
    shown.filter((finding) => finding.level === level);
  const blocking = of("blocking").length;
  const warnings = of("warning");
  const readyAt = campaign.readyAt;

  function rows(level: CampaignFinding["level"]) {
    return (
      <Stack component="ul" gap={10} mt="xs">
        {of(level).map((finding) => (
          <FindingRow
            key={[finding.code, finding.place, finding.variant, ...Object.values(finding.values)].join(" ")}
            campaign={campaign}
            finding={finding}
            canFix={can("campaign.edit")}
          />
        ))}
      </Stack>
    );
  }

  const state =
    blocking > 0
      ? t("campaigns.blockingCount", { count: blocking })
      : warnings.length > 0
        ? t("campaigns.warningCount", { count: warnings.length })
        : t("terms.noProblemsFound");

  return (
    <div id={id} tabIndex={-1} className={classes.checks}>
      <Card
        title={t("campaigns.checks")}
        aside={
          <Text span size="sm" c="var(--text2)" role="status">
            {isAsking ? t("campaigns.checking") : state}
          </Text>
        }
      >
        {LEVELS.map((level) => {
          if (of(level).length === 0) return null;
          if (level === "fine") {
            return (
              <details key={level} className={classes.fine}>
                <summary>{t("campaigns.fineCount", { count: of(level).length })}</summary>
                {rows(level)}
              </details>
            );
          }
          return (
            <section key={level} aria-labelledby={`${id}-${level}`}>
              <Text component="h3" size="sm" fw={500} id={`${id}-${level}`}>
                {t(`campaigns.levels.${level}`)}
              </Text>
              {rows(level)}
            </section>
          );
        })}
        {isAsking ? (
          <ProgressBar label={t("campaigns.askingLinks")} done={data.links.done} total={data.links.total} />
        ) : null}
        <Group
          component="footer"
          gap="8px 16px"
          justify="space-between"
          mt="md"
          pt="sm"
          style={{ borderBlockStart: "1px solid var(--line)" }}
        >
          <FailureNotice error={ready.error} />
          {readyAt ? (
            <Flex component="p" gap="xs" align="center" flex="1 1 220px" m={0} fz="sm" lh="sm" c="var(--text2)">
              <IconCircleCheck
                size={16}
                stroke={1.9}
                color="var(--ok-dot)"
                style={{ flex: "none" }}
                aria-hidden="true"
              />
              {t("campaigns.readySince", { at: formatDateTime(readyAt) })}
            </Flex>
          ) : can("campaign.edit") ? (
            <>
              <Text size="sm" flex="1 1 220px" c="var(--text2)">
                {t(warnings.length > 0 ? "campaigns.readyWithWarnings" : "campaigns.readyHelp")}
              </Text>
              <Button
                loading={ready.isPending}
                disabled={blocking > 0 || isAsking}
                onClick={() => ready.mutate(warnings.map(({ code }) => code))}
              >
                {t("campaigns.markReady")}
              </Button>
            </>
          ) : null}
        </Group>
      </Card>
    </div>
  );
}
