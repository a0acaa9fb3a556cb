import {
  IconCalendarTime,
  IconCalendarX,
  IconChartLine,
  IconCopy,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import type { Permission } from "@/features/session/public";
import type { Translate } from "@/lib/i18n/translation";
import type { MenuItem } from "@/ui/components/menu-item";
import { type CampaignRow, campaignPath, isUnsent } from "./campaigns-data";

export interface RowHandlers {
  readonly onDuplicate: () => void;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** Undefined if this kind of campaign cannot be scheduled. */
  readonly onCancelSchedule?: () => void;
  /** Undefined if the campaign cannot be resent to recipients who did not open it. */
  readonly onResend?: () => void;
  readonly onDelete: () => void;
}

/** Statuses that allow deletion: the campaign can no longer send. */
const DELETABLE: ReadonlySet<CampaignRow["status"]> = new Set(["DRAFT", "SENT", "CANCELLED", "FAILED"]);

/** Row menu, limited by the campaign's status and the user's permissions. */
export function buildRowActions(
  campaign: CampaignRow,
  acts: RowHandlers,
  can: (permission: Permission) => boolean,
  t: Translate,
): readonly MenuItem[] {
  const { status } = campaign;
  const isDraft = status === "DRAFT";
  const open: MenuItem = isDraft
    ? { id: "edit", label: t("campaigns.edit"), icon: IconPencil, to: campaignPath(campaign) }
    : isUnsent(campaign)
      ? { id: "schedule", label: t("campaigns.schedule.see"), icon: IconCalendarTime, to: campaignPath(campaign) }
      : { id: "report", label: t("campaigns.report"), icon: IconChartLine, to: campaignPath(campaign) };
  const items: readonly (MenuItem | false)[] = [
    (!isDraft || can("campaign.edit")) && open,
    can("campaign.edit") && {
      id: "duplicate",
      label: t("terms.duplicate"),
      icon: IconCopy,
      onClick: acts.onDuplicate,
    },
    can("campaign.send") &&
      status === "SENDING" && {
        id: "pause",
        label: t("campaigns.pause"),
        icon: IconPlayerPause,
        onClick: acts.onPause,
      },
    can("campaign.send") &&
      status === "PAUSED" && {
        id: "resume",
        label: t("terms.resumeSending"),
        icon: IconPlayerPlay,
        onClick: acts.onResume,
      },
    acts.onCancelSchedule !== undefined &&
      can("campaign.send") &&
      status === "SCHEDULED" && {
        id: "call-off",
        label: t("campaigns.schedule.callOff"),
        icon: IconCalendarX,
        onClick: acts.onCancelSchedule,
      },
    acts.onResend !== undefined &&
      can("campaign.edit") &&
      (status === "SENT" || status === "CANCELLED") && {
        id: "resend",
        label: t("campaigns.resend"),
        icon: IconMailForward,
        onClick: acts.onResend,
      },
  ];
  const remove: readonly MenuItem[] =
    can("campaign.delete") && DELETABLE.has(status)
      ? [
          { id: "line", isDivider: true },
          {
            id: "delete",
            label: t("campaigns.delete"),
            icon: IconTrash,
            isDangerous: true,
            onClick: acts.onDelete,
          },
        ]
      : [];
  return [...items.filter((item) => item !== false), ...remove];
}
