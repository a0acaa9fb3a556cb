import { Anchor } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import { getRateParts, RATES, Rate } from "../columns";
import type { BotMode, ReportOverview } from "../overview-data";
import classes from "./totals-table.module.css";

interface Props {
  readonly overview: ReportOverview;
  readonly machines: BotMode;
  /** The category that the table is filtered by. */
  readonly chosen: string | undefined;
  readonly onChoose: (category: string | undefined) => void;
}

/** Totals of all campaigns and by category. Selecting a category filters the campaign table. */
export function TotalsTable({ overview, machines, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { categories, sums, total } = overview;
  const isOne = categories.length === 1 && categories[0]?.category === "" && chosen === undefined;
  return (
    <Card
      isFlush
      isRegion
      title={t("overview.byCategory")}
      aside={
        chosen === undefined ? null : (
          <Anchor component="button" type="button" onClick={() => onChoose(undefined)}>
            {t("overview.allCategories")}
          </Anchor>
        )
      }
    >
      <SmallTable layout="scroll" hasFigures className={classes.sums}>
        <thead>
          <tr>
            <th scope="col">{t("terms.category")}</th>
            <th scope="col">{t("words.campaigns")}</th>
            <th scope="col">{t("terms.sent")}</th>
            {RATES.map((name) => (
              <th key={name} scope="col">
                {t(`overview.rates.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {isOne
            ? null
            : categories.map(({ category, campaigns, figures }) => (
                <tr key={category}>
                  <th scope="row">
                    <Anchor
                      component="button"
                      type="button"
                      aria-pressed={chosen === category}
                      onClick={() => onChoose(category)}
                    >
                      {category || t("overview.noCategory")}
                    </Anchor>
                  </th>
                  <td>{formatInteger(campaigns)}</td>
                  <td>{formatInteger(figures.sent)}</td>
                  {RATES.map((name) => (
                    <td key={name}>
                      <Rate parts={getRateParts(figures, name, machines)} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("terms.all")}</th>
            <td>{formatInteger(total)}</td>
            <td>{formatInteger(sums.sent)}</td>
            {RATES.map((name) => (
              <td key={name}>
                <Rate parts={getRateParts(sums, name, machines)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </SmallTable>
    </Card>
  );
}
