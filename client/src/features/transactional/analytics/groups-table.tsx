import { Flex } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { SmallTable } from "@/ui/table/small-table";
import { TableTools } from "@/ui/table/table-tools";
import { formatTerm } from "../events/search-terms";
import type { MetricsGroup } from "../shapes";
import classes from "./analytics.module.css";
import type { Grouping } from "./analytics-data";
import { DISPLAYED_METRICS, getShare, getShareChange } from "./metrics";

interface Props {
  readonly groups: readonly MetricsGroup[];
  readonly by: Grouping;
  /** Shown if there are no groups. */
  readonly empty: ReactNode;
  /** Whether the rows still belong to the previous query. */
  readonly isStale: boolean;
}

/** Statistics of tags, subjects, senders or domains. Each row links to its events. */
export function GroupsTable({ groups, by, empty, isStale }: Props) {
  const { t } = useTranslation();
  const title = t(`transactional.analytics.by.${by}`);
  const head = [
    t(`transactional.analytics.one.${by}`),
    ...DISPLAYED_METRICS.map((shown) => t(shown === "accepted" ? "terms.accepted" : `transactional.types.${shown}`)),
  ];
  const nameOf = ({ name }: MetricsGroup) => name || t(`transactional.analytics.none.${by}`);
  return (
    <Card
      isFlush
      isRegion
      title={title}
      aside={
        groups.length > 0 ? (
          <Flex component="span" gap={2} display="inline-flex">
            <TableTools
              head={head}
              rows={groups.map((group) => [
                nameOf(group),
                ...DISPLAYED_METRICS.map((shown) => getShare(group.figures, shown).part),
              ])}
              fileName={title}
            />
          </Flex>
        ) : undefined
      }
    >
      {groups.length === 0 ? (
        <div className={classes.nothing}>{empty}</div>
      ) : (
        <SmallTable
          layout="scroll"
          hasFigures
          isStale={isStale}
          className={classes.groups}
          aria-label={title}
          aria-busy={isStale || undefined}
        >
          <thead>
            <tr>
              {head.map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.name}>
                <th scope="row" dir="auto">
                  {group.name ? (
                    <Link to={`/events?${new URLSearchParams({ q: formatTerm(by, group.name), window: "30d" })}`}>
                      {group.name}
                    </Link>
                  ) : (
                    nameOf(group)
                  )}
                </th>
                {DISPLAYED_METRICS.map((shown) => {
                  const now = getShare(group.figures, shown);
                  const delta = group.former ? getShareChange(now, getShare(group.former, shown), shown) : undefined;
                  return (
                    <td key={shown} title={now.whole === undefined ? undefined : formatInteger(now.part)}>
                      {now.whole === undefined ? formatInteger(now.part) : formatPercentageOf(now.part, now.whole)}
                      {delta ? (
                        <small data-meaning={delta.meaning}>
                          {delta.direction === "up" ? "↑" : "↓"} {delta.text}
                        </small>
                      ) : null}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Card>
  );
}
