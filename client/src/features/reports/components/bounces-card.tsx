import { formatInteger } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { SmallTable } from "@/ui/table/small-table";
import type { ReportRef } from "../report-ref";
import { useBounces } from "../reports-data";
import classes from "./bounces-card.module.css";
import { EmptyText, PartCard } from "./part-card";
import { formatPercent, ShareTable } from "./share-table";

interface Props {
  readonly of: ReportRef;
  readonly fileName: string;
}

/** Bounces and rejections by class, quoting the receiving servers. */
export function BouncesCard({ of, fileName }: Props) {
  const { t } = useTranslation();
  const bounces = useBounces(of);
  const title = t("reports.refusals");
  const classOf = (name: string) => t([toTextKey(`reports.classes.${name}`), "reports.classes.unknown"]);
  return (
    <PartCard
      title={title}
      query={bounces}
      note={({ total }) => t("reports.refused", { count: total, total: formatInteger(total) })}
      table={({ replies }) => ({
        head: [t("reports.class"), t("reports.code"), t("reports.said"), t("reports.times")],
        rows: replies.map(({ bounce, code, enhanced, words, count }) => [
          classOf(bounce),
          formatCodes(code, enhanced),
          words,
          count,
        ]),
      })}
      fileName={`${fileName} ${title}`}
      loadingHeight={200}
      empty={({ total }) => (total === 0 ? <EmptyText>{t("reports.noRefusals")}</EmptyText> : null)}
    >
      {({ classes: kinds, replies, others, total }) => (
        <>
          <ShareTable
            label={t("reports.class")}
            counted={t("reports.times")}
            colour={4}
            rows={kinds.map(({ bounce, count }) => ({
              key: bounce,
              name: classOf(bounce),
              count,
              share: total > 0 ? count / total : 0,
            }))}
          />
          {replies.length > 0 ? (
            <SmallTable hasFigures className={classes.replies} aria-label={t("reports.said")}>
              <thead>
                <tr>
                  <th scope="col">{t("reports.said")}</th>
                  <th scope="col">{t("reports.times")}</th>
                </tr>
              </thead>
              <tbody>
                {replies.map(({ bounce, code, enhanced, words, count }) => (
                  <tr key={`${bounce}:${code}:${enhanced}:${words}`}>
                    <th scope="row">
                      <span className={classes.kind}>
                        {[classOf(bounce), formatCodes(code, enhanced)].filter(Boolean).join(" · ")}
                      </span>
                      <bdi className="mono">{words || t("reports.noWords")}</bdi>
                    </th>
                    <td title={formatPercent(total > 0 ? count / total : 0)}>{formatInteger(count)}</td>
                  </tr>
                ))}
                {others > 0 ? (
                  <tr>
                    <th scope="row" data-quiet>
                      {t("reports.otherWords")}
                    </th>
                    <td>{formatInteger(others)}</td>
                  </tr>
                ) : null}
              </tbody>
            </SmallTable>
          ) : null}
        </>
      )}
    </PartCard>
  );
}

function formatCodes(code: number, enhanced: string): string {
  return [code > 0 ? String(code) : "", enhanced].filter(Boolean).join(" ");
}
