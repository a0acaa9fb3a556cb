import { Popover } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import "@mantine/core/styles/Popover.layer.css";
import { type Campaign, type Finding, FindingRow } from "@/features/campaigns/public";
import classes from "./readiness.module.css";

interface Props {
  readonly trigger: ReactElement;
  readonly campaign: Campaign;
  /** Those that hold the mail back, and those worth a look. */
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** What the checks found, each with the way to the part in which it is mended. Loaded when it is first opened. */
export function MailChecks({ trigger, campaign, findings, isOpen, onOpenChange }: Props) {
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
        <h2 tabIndex={-1} data-autofocus>
          {t("campaigns.checks")}
        </h2>
        {findings.length > 0 ? (
          <ul>
            {findings.map((finding) => (
              <FindingRow
                key={[finding.code, finding.place, finding.node, ...Object.values(finding.values)].join(" ")}
                campaign={campaign}
                finding={finding}
                mayMend
              />
            ))}
          </ul>
        ) : (
          <p>{t("terms.noProblemsFound")}</p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
