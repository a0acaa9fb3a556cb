import type { ReactNode } from "react";
import { Watchers } from "@/features/presence/public";
import { formatPercentageOf } from "@/lib/decimals";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { CardContent } from "@/ui/table/data-cards";
import { type CampaignRow, campaignPath } from "./campaigns-data";
import { EMPTY_CELL } from "./columns";
import { CampaignState } from "./components/campaign-state";

/** Card of a campaign or an A/B test on a phone; `text` appears below the name. */
export function buildCampaignCard(campaign: CampaignRow, text: ReactNode, t: Translate): CardContent {
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
    text: text || EMPTY_CELL,
    note: figures ? (
      <>
        {t("terms.opened")} {formatPercentageOf(figures.opened, figures.delivered)} · {t("terms.clicked")}{" "}
        {formatPercentageOf(figures.clicked, figures.delivered)}
      </>
    ) : undefined,
    status: <CampaignState status={status} />,
    date: at ? <RelativeTime at={at} /> : undefined,
  };
}
