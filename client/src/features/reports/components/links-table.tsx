import { Group, Text } from "@mantine/core";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { type Advice, RowFlag, useAdvice } from "@/features/advice/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { SmallTable } from "@/ui/table/small-table";
import { TableTools } from "@/ui/table/table-tools";
import { countClicks } from "../metrics";
import { formatBotModeQuery, type ReportRef, reportPath } from "../report-ref";
import { type ReportLink, useLinks } from "../reports-data";
import { useFrozenOrder } from "../use-frozen-order";
import classes from "./links-table.module.css";

interface Props {
  readonly of: ReportRef;
  readonly fileName: string;
  /** Maximum number of rows; a link leads to the full list. */
  readonly maxRows?: number;
  /** `narrow` is a list without wide columns, for use beside the email. */
  readonly look?: "wide" | "narrow";
}

const NO_LINKS: readonly never[] = [];
/** Advice stores only this many characters of an address. */
const MAX_ADVICE_ADDRESS_LENGTH = 200;

/** Links with their clicks. While the pointer is over the table, values update but rows keep their order. */
export function LinksTable({ of, fileName, maxRows, look = "wide" }: Props) {
  const { t } = useTranslation();
  const links = useLinks(of);
  const advice = useAdvice(true, of.id).data?.items;
  const [isHeld, setHeld] = useState(false);
  const items = useFrozenOrder(links.data?.items ?? NO_LINKS, ({ number }) => number, isHeld);
  const clicked = links.data?.clicked ?? 0;
  if (links.isLoadingError) return <LoadFailed failure={links.error} onRetry={() => void links.refetch()} />;
  const shown = items.slice(0, maxRows);
  const path = reportPath(of.type, of.id);
  const query = formatBotModeQuery(of.machines);
  const share = t("reports.shareOfClicked", { total: formatInteger(clicked) });
  return (
    <section
      className={classes.card}
      aria-label={t("reports.links")}
      data-look={look}
      data-stale={links.isPlaceholderData || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <SmallTable hasFigures>
        <thead>
          <tr>
            <th scope="col">{t("reports.link")}</th>
            <th scope="col" data-wide>
              {t("reports.clicks")}
            </th>
            <th scope="col">{t("reports.clickedPeople")}</th>
            <th scope="col" data-share title={look === "narrow" ? share : undefined}>
              <Group component="span" gap="sm" wrap="nowrap" justify="flex-end">
                {look === "narrow" ? t("reports.share") : share}
                {items.length > 0 ? (
                  <span className={classes.tools}>
                    <TableTools
                      head={[t("reports.link"), t("reports.clicks"), t("reports.clickedPeople"), t("reports.share")]}
                      rows={items.map((link) => {
                        const { clicks, people } = countClicks(link, of.machines);
                        return [link.address, clicks, people, formatPercentageOf(people, clicked)];
                      })}
                      fileName={`${fileName} ${t("reports.links")}`}
                    />
                  </span>
                ) : null}
              </Group>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((link) => (
            <Row
              key={link.number}
              link={link}
              of={of}
              clicked={clicked}
              flags={findOpenAdvice(link, advice)}
              to={`${path}/recipients${query ? `${query}&` : "?"}link=${link.number}`}
            />
          ))}
        </tbody>
      </SmallTable>
      {items.length === 0 ? (
        <Text size="sm" py={11} px="md" c="var(--text2)" style={{ borderBlockStart: "1px solid var(--line)" }}>
          {links.data ? t("reports.noLinks") : t("reports.loading")}
        </Text>
      ) : null}
      {shown.length < items.length ? (
        <p className={classes.all}>
          <Link to={`${path}/links${query}`}>
            {t("reports.allLinks", { count: items.length, total: formatInteger(items.length) })}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** Matches by address, because the emails of an A/B test number their links differently. */
function findOpenAdvice({ address }: ReportLink, advice: readonly Advice[] = []): readonly Advice[] {
  return advice.filter(
    ({ state, place, params }) =>
      state === "open" && place === "link" && params.address === address.slice(0, MAX_ADVICE_ADDRESS_LENGTH),
  );
}

interface RowProps {
  readonly link: ReportLink;
  readonly of: ReportRef;
  readonly clicked: number;
  readonly flags: readonly Advice[];
  /** Path of the recipients who clicked the link. */
  readonly to: string;
}

function Row({ link, of, clicked, flags, to }: RowProps) {
  const { t } = useTranslation();
  const { number, address, machineClicks } = link;
  const { clicks, people } = countClicks(link, of.machines);
  const isLeftOut = of.machines === "exclude" && machineClicks > 0;
  return (
    <tr>
      <th scope="row" title={address}>
        <span className={classes.link}>
          <span className={classes.number}>{number}</span>
          <RowFlag items={flags} />
          <span className="mono">
            {address
              .replace(/^https?:\/\//, "")
              .split(/(?<=\/)/)
              .map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order and no ids
                <Fragment key={index}>
                  {index > 0 ? <wbr /> : null}
                  {part}
                </Fragment>
              ))}
          </span>
        </span>
      </th>
      <td
        data-wide
        title={
          isLeftOut
            ? t("reports.machineClicks", { count: machineClicks, total: formatInteger(machineClicks) })
            : undefined
        }
      >
        {formatInteger(clicks)}
      </td>
      <td>
        {people > 0 ? (
          <Link to={to} aria-label={t("reports.whoClicked", { count: people, total: formatInteger(people), number })}>
            {formatInteger(people)}
          </Link>
        ) : (
          formatInteger(people)
        )}
      </td>
      <td data-share>
        <Group component="span" gap="sm" wrap="nowrap" justify="flex-end">
          <span className={classes.track} aria-hidden="true">
            <span style={{ inlineSize: `${clicked > 0 ? (people / clicked) * 100 : 0}%` }} />
          </span>
          {formatPercentageOf(people, clicked)}
        </Group>
      </td>
    </tr>
  );
}
