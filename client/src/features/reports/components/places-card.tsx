import { Box, Button } from "@mantine/core";
import { useState } from "react";
import { integer } from "@/lib/filters";
import { currentLanguage } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import type { ReportOf } from "../report-of";
import { type Did, type Location, useLocations } from "../reports-data";
import { EmptyText, PartCard } from "./part-card";
import classes from "./places-card.module.css";
import { formatPercent, type ShareRow, ShareTable } from "./share-table";

interface Props {
  readonly of: ReportOf;
  readonly did: Did;
  readonly fileName: string;
}

const FEW_COUNTRIES = 8;
const FEW_CITIES = 3;

function formatCountry(code: string): string {
  return new Intl.DisplayNames(currentLanguage(), { type: "region", fallback: "code" }).of(code) ?? code;
}

function rowsOf(countries: Location["countries"], isAll: boolean): readonly ShareRow[] {
  return countries.slice(0, isAll ? undefined : FEW_COUNTRIES).flatMap(({ code, count, share, cities }) => [
    { key: code, name: formatCountry(code), count, share },
    ...cities.slice(0, isAll ? undefined : FEW_CITIES).map((city) => ({
      key: `${code}:${city.name}`,
      name: city.name,
      count: city.count,
      share: city.share,
      isPart: true,
    })),
  ]);
}

/** Opens or clicks by country and city, if the installation has location data. */
export function PlacesCard({ of, did, fileName }: Props) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const places = useLocations(of, did);
  const title = t("reports.places");
  return (
    <PartCard
      title={title}
      query={places}
      note={({ available, total, unknown }) =>
        available && total > 0
          ? `${t(`reports.of.${did}`, { count: total, total: integer(total) })}${
              unknown > 0 ? `, ${t("reports.placeUnknown", { count: unknown, total: integer(unknown) })}` : ""
            }`
          : null
      }
      table={({ countries }) => ({
        head: [t("reports.country"), t("reports.city"), t(`reports.${did}`), t("reports.share")],
        rows: countries.flatMap(({ code, count, share, cities }) => [
          [formatCountry(code), "", count, formatPercent(share)],
          ...cities.map((city) => [formatCountry(code), city.name, city.count, formatPercent(city.share)]),
        ]),
      })}
      fileName={`${fileName} ${title}`}
      loadingHeight={160}
      empty={({ available, total, unknown }) => {
        if (!available) return <EmptyText>{t("reports.noPlaces")}</EmptyText>;
        if (total > 0) return null;
        return (
          <EmptyText>
            {unknown > 0
              ? t("reports.allUnknown", { count: unknown, total: integer(unknown) })
              : t(`reports.nothingYet.${did}`)}
          </EmptyText>
        );
      }}
    >
      {({ countries }) => {
        const rows = rowsOf(countries, isAll);
        const isMore = countries.length > FEW_COUNTRIES || countries.some(({ cities }) => cities.length > FEW_CITIES);
        return (
          <>
            <div className={classes.places}>
              <ShareTable label={title} counted={t(`reports.${did}`)} colour={2} rows={rows} />
            </div>
            {isMore ? (
              <Box pb="sm" px="sm">
                <Button variant="subtle" size="xs" onClick={() => setAll(!isAll)}>
                  {t(isAll ? "reports.fewerPlaces" : "reports.allPlaces")}
                </Button>
              </Box>
            ) : null}
          </>
        );
      }}
    </PartCard>
  );
}
