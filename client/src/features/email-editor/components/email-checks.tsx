import { Popover, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import { type Campaign, type CampaignFinding, FindingRow } from "@/features/campaigns/public";
import classes from "./readiness.module.css";

interface Props {
  readonly trigger: ReactElement;
  readonly campaign: Campaign;
  /** Errors and warnings of the checks. */
  readonly findings: readonly CampaignFinding[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Popover with the check results, each linked to the component to fix. Its content loads when first opened. */
export function EmailChecks({ trigger, campaign, findings, isOpen, onOpenChange }: Props) {
  const { t } = useTranslation();
  return (
    <Popover
      opened={isOpen}
      onChange={onOpenChange}
      position="bottom-end"
      offset={6}
      width={360}
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown className={classes.list ?? ""} role="dialog" aria-label={t("campaigns.checks")}>
        <Text component="h2" size="sm" lh="md" fw={600} style={{ outline: "none" }} tabIndex={-1} data-autofocus>
          {t("campaigns.checks")}
        </Text>
        {findings.length > 0 ? (
          <Stack component="ul" gap={10} mt={8}>
            {findings.map((finding) => (
              <FindingRow
                key={[finding.code, finding.place, finding.node, ...Object.values(finding.values)].join(" ")}
                campaign={campaign}
                finding={finding}
                canFix
              />
            ))}
          </Stack>
        ) : (
          <Text mt={4} c="var(--text2)">
            {t("terms.noProblemsFound")}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
