import { Link } from "react-router";
import { type CampaignRow, CampaignState, campaignPath } from "@/features/campaigns/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { RelativeTime } from "@/ui/components/relative-time";
import { SmallTable } from "@/ui/table/small-table";
import classes from "./campaigns-table.module.css";

/** The most recently started campaigns. */
export function NewestCampaigns({ campaigns }: { readonly campaigns: readonly CampaignRow[] }) {
  const { t } = useTranslation();
  return (
    <Card isFlush isRegion title={t("home.newest")} aside={<Link to="/campaigns">{t("home.allCampaigns")}</Link>}>
      <SmallTable hasFigures className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("words.name")}</th>
            <th scope="col">{t("words.status")}</th>
            <th scope="col">{t("terms.sent")}</th>
            <th scope="col">{t("terms.opened")}</th>
            <th scope="col" data-wide>
              {t("terms.clicked")}
            </th>
            <th scope="col" data-wide>
              {t("terms.started")}
            </th>
          </tr>
        </thead>
        <tbody>
          {campaigns.length === 0 ? (
            <tr>
              <td colSpan={6}>{t("home.noneYet")}</td>
            </tr>
          ) : (
            campaigns.map((campaign) => {
              const { figures, startedAt } = campaign;
              return (
                <tr key={campaign.id}>
                  <th scope="row">
                    <Link to={campaignPath(campaign)}>{campaign.name}</Link>
                  </th>
                  <td>
                    <CampaignState status={campaign.status} />
                  </td>
                  <td>{formatInteger(figures?.sent ?? 0)}</td>
                  <td>{formatPercentageOf(figures?.opened ?? 0, figures?.delivered ?? 0)}</td>
                  <td data-wide>{formatPercentageOf(figures?.clicked ?? 0, figures?.delivered ?? 0)}</td>
                  <td data-wide>{startedAt ? <RelativeTime at={startedAt} /> : "–"}</td>
                </tr>
              );
            })
          )}
        </tbody>
      </SmallTable>
    </Card>
  );
}
