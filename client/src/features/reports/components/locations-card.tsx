import { Box, Button } from "@mantine/core";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import type { ReportRef } from "../report-ref";
import { type Engagement, type Location, useLocations } from "../reports-data";
import classes from "./locations-card.module.css";
import { EmptyText, PartCard } from "./part-card";
import { formatPercent, type ShareRow, ShareTable } from "./share-table";

interface Props {
  readonly of: ReportRef;
  readonly did: Engagement;
  readonly fileName: string;
}

const MAX_COLLAPSED_COUNTRIES = 8;
const MAX_COLLAPSED_CITIES = 3;

function formatCountry(code: string): string {
  return new Intl.DisplayNames(getCurrentLanguage(), { type: "region", fallback: "code" }).of(code) ?? code;
}

function buildRows(countries: Location["countries"], isAll: boolean): readonly ShareRow[] {
  return countries.slice(0, isAll ? undefined : MAX_COLLAPSED_COUNTRIES).flatMap(({ code, count, share, cities }) => [
    { key: code, name: formatCountry(code), count, share },
    ...cities.slice(0, isAll ? undefined : MAX_COLLAPSED_CITIES).map((city) => ({
      key: `${code}:${city.name}`,
      name: city.name,
      count: city.count,
      share: city.share,
      isPart: true,
    })),
  ]);
}

/** Opens or clicks by country and city, if the installation has location data. */
export function LocationsCard({ of, did, fileName }: Props) {
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
          ? `${t(`reports.of.${did}`, { count: total, total: formatInteger(total) })}${
              unknown > 0 ? `, ${t("reports.placeUnknown", { count: unknown, total: formatInteger(unknown) })}` : ""
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
              ? t("reports.allUnknown", { count: unknown, total: formatInteger(unknown) })
              : t(`reports.nothingYet.${did}`)}
          </EmptyText>
        );
      }}
    >
      {({ countries }) => {
        const rows = buildRows(countries, isAll);
        const isMore =
          countries.length > MAX_COLLAPSED_COUNTRIES ||
          countries.some(({ cities }) => cities.length > MAX_COLLAPSED_CITIES);
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
