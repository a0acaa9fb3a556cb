import { IconPackageExport, IconX } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { hideExportNotice, useExportNotice } from "@/ui/export-notice";
import classes from "./export-notice.module.css";

/** Says that an export is running and that a notification will follow (ERR-121); shown until closed. */
export function ExportNotice() {
  const { t } = useTranslation();
  const isShown = useExportNotice();
  return (
    <div role="status">
      {isShown ? (
        <div className={classes.notice}>
          <IconPackageExport size={18} stroke={1.7} aria-hidden="true" />
          <p>{t("errors.accepted")}</p>
          <IconButton size="row" label={t("notifications.closeExport")} onClick={hideExportNotice}>
            <IconX size={16} stroke={1.7} aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}
