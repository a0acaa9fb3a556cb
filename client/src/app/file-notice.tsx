import { useSyncExternalStore } from "react";
import { getWaitReason, onWaitReasonChange, retryWaiting } from "@/lib/files/waiting-files";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./file-notice.module.css";
import { reloadPage } from "./reload";
import type { createRouter } from "./router";
import { stayOnScreen } from "./stay-on-screen";

interface Props {
  readonly router: Pick<ReturnType<typeof createRouter>, "navigate" | "state" | "subscribe">;
}

/**
 * Shown over any screen while a file of the application cannot be loaded. The open screen and its input stay until the
 * file arrives.
 */
export function FileNotice({ router }: Props) {
  const { t } = useTranslation();
  const waiting = useSyncExternalStore(onWaitReasonChange, getWaitReason);
  const isLeaving = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => router.state.initialized && router.state.navigation.state === "loading",
  );
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {waiting === "none" ? null : (
        <div className={classes.notice}>
          <p>{t(waiting === "missing" ? "app.files.missing" : `app.files.${isLeaving ? "page" : "part"}`)}</p>
          <div className={classes.actions}>
            {waiting === "missing" ? (
              <PlainButton kind="primary" onClick={reloadPage}>
                {t("app.files.reload")}
              </PlainButton>
            ) : (
              <PlainButton kind="primary" onClick={retryWaiting}>
                {t("ui.retry")}
              </PlainButton>
            )}
            {isLeaving ? (
              <PlainButton onClick={() => void stayOnScreen(router)}>{t("app.files.stay")}</PlainButton>
            ) : null}
          </div>
        </div>
      )}
    </div>
  );
}
