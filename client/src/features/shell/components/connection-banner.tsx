import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLinkState } from "@/lib/socket/link";
import classes from "./connection-banner.module.css";

/** Says so when what is on screen may be old: only after three seconds of real loss. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isLost = useLinkState() === "lost";
  return (
    <div role="status" aria-live="polite">
      {isLost ? (
        <p className={classes.banner}>
          <IconPlugConnectedX size={16} stroke={1.7} aria-hidden="true" />
          {t("shell.linkLost")}
        </p>
      ) : null}
    </div>
  );
}
