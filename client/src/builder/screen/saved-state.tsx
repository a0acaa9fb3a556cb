import { IconAlertTriangle, IconCloudCheck, IconCloudDown, IconCloudOff, IconCloudUp } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { SyncedDocument } from "../collab/sync/use-document";
import classes from "./screen.module.css";

const ICON = { size: 14, stroke: 1.9, "aria-hidden": true } as const;

/** Whether all changes are on the server. */
export function SavedState({ used }: { readonly used: SyncedDocument }) {
  const { t } = useTranslation();
  const { saved, state, savedAt, revision } = used;
  if (state === "restoring") {
    return (
      <p className={classes.saved} data-kind="warn" role="status">
        <IconCloudDown {...ICON} />
        {t("screen.saved.restoring")}
      </p>
    );
  }
  if (state === "offline") {
    return (
      <p className={classes.saved} data-kind="warn" role="status">
        <IconCloudOff {...ICON} />
        {t("screen.saved.offline")}
      </p>
    );
  }
  if (saved === "failed") {
    return (
      <p className={classes.saved} data-kind="bad" role="alert">
        <IconAlertTriangle {...ICON} />
        {t("screen.saved.failed")}
      </p>
    );
  }
  return (
    <p className={classes.saved} data-kind={saved === "saved" ? "ok" : undefined}>
      {saved === "saved" ? <IconCloudCheck {...ICON} /> : <IconCloudUp {...ICON} />}
      {saved === "saving" ? t("terms.saving") : t("terms.saved")}
      {saved === "saved" && savedAt !== undefined ? <RelativeTime at={savedAt} /> : null}
      {revision > 0 ? <span className="figures">{t("screen.saved.edit", { number: revision })}</span> : null}
    </p>
  );
}
