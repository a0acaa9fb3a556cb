import type { ReactNode } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { Engagement, ReportShare } from "../reports-data";
import { EmptyText, PartCard } from "./part-card";
import { formatPercent, ShareTable } from "./share-table";

interface Props<Data> {
  readonly title: string;
  readonly query: Parameters<typeof PartCard<Data>>[0]["query"];
  readonly did: Engagement;
  readonly colour: 1 | 2 | 3 | 4 | 5 | 6;
  readonly itemsOf: (data: Data) => readonly ReportShare[];
  readonly totalOf: (data: Data) => number;
  readonly nameOf: (name: string) => string;
  readonly fileName: string;
  readonly tools?: ReactNode;
}

/** Maximum number of rows on screen. The exported table has all of them. */
const MAX_ROWS = 8;

/** Opens or clicks by category, highest first. */
export function ShareCard<Data>({ title, query, did, colour, itemsOf, totalOf, nameOf, fileName, tools }: Props<Data>) {
  const { t } = useTranslation();
  const counted = t(`reports.${did}`);
  return (
    <PartCard
      title={title}
      query={query}
      note={(data) => t(`reports.of.${did}`, { count: totalOf(data), total: formatInteger(totalOf(data)) })}
      table={(data) => ({
        head: [title, counted, t("reports.share")],
        rows: itemsOf(data).map(({ name, count, share }) => [nameOf(name), count, formatPercent(share)]),
      })}
      fileName={`${fileName} ${title}`}
      tools={tools}
      loadingHeight={160}
      empty={(data) => (totalOf(data) === 0 ? <EmptyText>{t(`reports.nothingYet.${did}`)}</EmptyText> : null)}
    >
      {(data) => {
        const items = itemsOf(data);
        const shown = items.slice(0, items.length > MAX_ROWS ? MAX_ROWS - 1 : MAX_ROWS);
        const rest = items.slice(shown.length);
        return (
          <ShareTable
            label={title}
            counted={counted}
            colour={colour}
            rows={[
              ...shown.map(({ name, count, share }) => ({ key: name, name: nameOf(name), count, share })),
              ...(rest.length > 0
                ? [
                    {
                      key: "",
                      name: t("reports.others", { count: rest.length, total: formatInteger(rest.length) }),
                      count: rest.reduce((sum, one) => sum + one.count, 0),
                      share: rest.reduce((sum, one) => sum + one.share, 0),
                    },
                  ]
                : []),
            ]}
          />
        );
      }}
    </PartCard>
  );
}
