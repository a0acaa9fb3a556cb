import type { ReactNode } from "react";
import { Watchers } from "@/features/presence/public";
import { rate } from "@/lib/decimals";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { CardContent } from "@/ui/table/data-cards";
import { type CampaignRow, campaignPath } from "./campaigns-data";
import { NOTHING } from "./columns";
import { CampaignState } from "./components/campaign-state";

/** The card of a campaign of either kind, with what tells it from others under its name. */
export function campaignCard(campaign: CampaignRow, text: ReactNode, t: Translate): CardContent {
  const { id, name, status, figures, startedAt, firesAt } = campaign;
  const at = startedAt ?? firesAt;
  return {
    to: campaignPath(campaign),
    title: (
      <>
        <bdi>{name}</bdi>
        <Watchers thing={`campaign:${id}`} size={18} />
      </>
    ),
    text: text || NOTHING,
    note: figures ? (
      <>
        {t("terms.opened")} {rate(figures.opened, figures.delivered)} · {t("terms.clicked")}{" "}
        {rate(figures.clicked, figures.delivered)}
      </>
    ) : undefined,
    status: <CampaignState status={status} />,
    date: at ? <RelativeTime at={at} /> : undefined,
  };
}
