import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { MAX_PAGE_LINKS, NARROW_QUERY, PAGE_SIZES } from "@/lib/constants";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainSelect } from "../components/plain-select";
import { getPageCount, listPageLinks } from "./page-links";
import classes from "./pager.module.css";

interface Props {
  /** Number of rows on the page. */
  readonly rows: number;
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Whether `total` is exact; otherwise it is shown as "10,000+". */
  readonly totalIsExact: boolean;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Page links, the shown range of the total, and the page size. */
export function Pager({ rows, page, size, total, totalIsExact, onPage, onSize }: Props) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  const pages = getPageCount(total, size);
  if (rows === 0 && total > 0) {
    return (
      <nav className={classes.pager} aria-label={t("ui.pagination")}>
        <span>{t("ui.noSuchPage", { page: formatInteger(page) })}</span>
        <Button onClick={() => onPage(totalIsExact ? pages : 1)}>
          {t(totalIsExact ? "ui.lastPage" : "ui.firstPage")}
        </Button>
      </nav>
    );
  }
  const totalWords = `${formatInteger(total)}${totalIsExact ? "" : "+"}`;
  const from = Math.min(total, (page - 1) * size + 1);
  const to = Math.min(total, page * size);
  return (
    <nav className={classes.pager} aria-label={t("ui.pagination")}>
      <span>{t("ui.range", { from: formatInteger(from), to: formatInteger(to), total: totalWords })}</span>
      <ul className={classes.links}>
        <li>
          <button type="button" aria-label={t("ui.previousPage")} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={16} stroke={1.7} aria-hidden="true" />
          </button>
        </li>
        {listPageLinks(page, pages, isNarrow ? MAX_PAGE_LINKS.narrow : MAX_PAGE_LINKS.wide).map((number) => (
          <li key={number}>
            <button
              type="button"
              aria-label={t("ui.page", { page: formatInteger(number) })}
              aria-current={number === page ? "page" : undefined}
              onClick={() => onPage(number)}
            >
              {formatInteger(number)}
            </button>
          </li>
        ))}
        <li>
          <button type="button" aria-label={t("ui.nextPage")} disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={16} stroke={1.7} aria-hidden="true" />
          </button>
        </li>
      </ul>
      <div className={classes.size}>
        <span aria-hidden="true">{t("ui.pageSize")}</span>
        <PlainSelect
          label={t("ui.pageSize")}
          value={String(size)}
          options={PAGE_SIZES.map((choice) => ({ value: String(choice), label: String(choice) }))}
          onChange={(chosen) => onSize(Number(chosen))}
        />
      </div>
    </nav>
  );
}
