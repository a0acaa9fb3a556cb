import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { CampaignStatus } from "../campaigns-data";

/** Status dot by campaign status. */
export const DOTS: Readonly<Record<CampaignStatus, StatusKind>> = {
  DRAFT: "off",
  SCHEDULED: "info",
  SENDING: "live",
  PAUSED: "warn",
  SENT: "ok",
  CANCELLED: "bad",
  FAILED: "bad",
};

const BADGES = {
  DRAFT: "plain",
  SCHEDULED: "info",
  SENDING: "info",
  PAUSED: "warn",
  SENT: "ok",
  CANCELLED: "bad",
  FAILED: "bad",
} as const satisfies Readonly<Record<CampaignStatus, string>>;

interface Props {
  readonly status: CampaignStatus;
  /** `dot` for tables, `badge` elsewhere. */
  readonly look?: "dot" | "badge";
}

export function CampaignState({ status, look = "dot" }: Props) {
  const { t } = useTranslation();
  const word = t(`campaigns.statuses.${status}`);
  return look === "dot" ? (
    <StatusDot kind={DOTS[status]}>{word}</StatusDot>
  ) : (
    <StateBadge kind={BADGES[status]}>{word}</StateBadge>
  );
}
