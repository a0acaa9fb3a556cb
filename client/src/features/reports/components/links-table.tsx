import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { integer, rate } from "@/lib/filters";
import { saveFile } from "@/lib/save-file";
import { toCsv } from "@/ui/charts/series";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { useLinks } from "../reports-data";
import { useHeldOrder } from "../use-held-order";
import classes from "./links-table.module.css";

const NO_LINKS: readonly never[] = [];

/** Where people clicked. While the pointer is on it the figures move, the rows don't. */
export function LinksTable({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const links = useLinks(id);
  const [isHeld, setHeld] = useState(false);
  const items = useHeldOrder(links.data?.items ?? NO_LINKS, ({ number }) => number, isHeld);
  const clicked = links.data?.clicked ?? 0;
  if (links.isLoadingError) return <LoadFailed failure={links.error} onRetry={() => void links.refetch()} />;
  return (
    <section
      className={classes.card}
      aria-label={t("reports.links")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{t("reports.link")}</th>
            <th scope="col" data-wide>
              {t("reports.clicks")}
            </th>
            <th scope="col">{t("reports.clickedPeople")}</th>
            <th scope="col" data-wide>
              <span className={classes.shareHead}>
                {t("reports.shareOfClicked", { total: integer(clicked) })}
                <IconButton
                  size="row"
                  label={t("ui.download")}
                  onClick={() =>
                    saveFile(
                      new Blob([
                        "\uFEFF",
                        toCsv(
                          [t("reports.link"), t("reports.clicks"), t("reports.clickedPeople")],
                          items.map(({ address, clicks, clicked: people }) => [address, clicks, people]),
                        ),
                      ]),
                      `${t("reports.links")}.csv`,
                    )
                  }
                >
                  <IconDownload size={16} stroke={1.7} aria-hidden="true" />
                </IconButton>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.length === 0 ? (
            <tr>
              <td colSpan={4} className={classes.none}>
                {links.data ? t("reports.noLinks") : t("reports.loading")}
              </td>
            </tr>
          ) : (
            items.map(({ number, address, clicks, clicked: people, machineClicks }) => (
              <tr key={number}>
                <th scope="row" className="mono" title={address}>
                  {address.replace(/^https?:\/\//, "")}
                </th>
                <td
                  data-wide
                  title={
                    machineClicks > 0
                      ? t("reports.machineClicks", { count: machineClicks, total: integer(machineClicks) })
                      : undefined
                  }
                >
                  {integer(clicks)}
                </td>
                <td>{integer(people)}</td>
                <td data-wide>
                  <span className={classes.share}>
                    <span className={classes.track} aria-hidden="true">
                      <span style={{ inlineSize: `${clicked > 0 ? (people / clicked) * 100 : 0}%` }} />
                    </span>
                    {rate(people, clicked)}
                  </span>
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
    </section>
  );
}
