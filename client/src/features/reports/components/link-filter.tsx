import { IconX } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import type { ReportRef } from "../report-ref";
import { useLinks } from "../reports-data";
import classes from "./link-filter.module.css";

interface Props {
  readonly of: ReportRef;
  readonly number: number;
  readonly onClear: () => void;
}

/** Shows the link that the recipient list is filtered by, and clears the filter. */
export function LinkFilter({ of, number, onClear }: Props) {
  const { t } = useTranslation();
  const address = useLinks(of).data?.items.find((link) => link.number === number)?.address;
  return (
    <span className={classes.chip}>
      <span title={address}>
        {t("reports.clickedLink", { number })}
        {address ? <span className="mono"> {address.replace(/^https?:\/\//, "")}</span> : null}
      </span>
      <IconButton size="row" label={t("reports.anyLink")} onClick={onClear}>
        <IconX size={14} stroke={1.9} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
