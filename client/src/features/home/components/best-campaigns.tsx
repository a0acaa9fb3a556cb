import { Link } from "react-router";
import { campaignPath } from "@/features/campaigns/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import type { Stats } from "../stats-data";
import type { BotMode } from "./bot-mode-choice";
import classes from "./campaigns-table.module.css";

interface Props {
  readonly best: Stats["best"];
  readonly machines: BotMode;
}

/** The campaigns of the period with the highest click rates. */
export function BestCampaigns({ best, machines }: Props) {
  const { t } = useTranslation();
  if (best.length === 0) return null;
  return (
    <Card
      isFlush
      isRegion
      title={t("home.best")}
      aside={<Link to="/reports?sort=-clicked">{t("home.compareAll")}</Link>}
    >
      <SmallTable hasFigures className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("words.name")}</th>
            <th scope="col">{t("terms.category")}</th>
            <th scope="col">{t("terms.delivered")}</th>
            <th scope="col">{t("terms.clicked")}</th>
            <th scope="col" data-wide>
              {t("terms.opened")}
            </th>
            <th scope="col" data-wide>
              {t("words.unsubscribed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {best.map(({ id, kind, status, startedAt, name, category, figures }) => {
            const [opened, clicked] =
              machines === "include" ? [figures.anyOpened, figures.anyClicked] : [figures.opened, figures.clicked];
            return (
              <tr key={id}>
                <th scope="row">
                  <Link to={campaignPath({ id, kind, status, startedAt })}>{name}</Link>
                </th>
                <td>{category || "–"}</td>
                <td>{formatInteger(figures.delivered)}</td>
                <td>{formatPercentageOf(clicked, figures.delivered)}</td>
                <td data-wide>{formatPercentageOf(opened, figures.delivered)}</td>
                <td data-wide>{formatPercentageOf(figures.unsubscribed, figures.delivered)}</td>
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </Card>
  );
}
