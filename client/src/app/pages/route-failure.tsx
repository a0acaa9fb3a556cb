import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { PlainButton } from "@/ui/components/plain-button";
import { reportProblem } from "../report";
import classes from "./plain-page.module.css";

/** Tracks that this tab has reloaded once for a chunk that a new release took away. */
const RELOADED = "chunkReloaded";

function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|Importing a module script|preload CSS/i.test(error.message)
  );
}

/** A screen that could not be shown: a missing chunk reloads once, then says so (SHELL-180). */
export function RouteFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isChunk = isChunkFailure(error);

  useEffect(() => {
    reportProblem({
      kind: isChunk ? "chunk" : "render",
      detail: error instanceof Error ? error.message : String(error),
    });
    if (!isChunk || sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, "true");
    window.location.reload();
  }, [error, isChunk]);

  return (
    <main className={classes.page} role="alert">
      <h1>{t(isChunk ? "app.routingError" : "app.pageFailed")}</h1>
      <PlainButton kind="primary" onClick={() => window.location.reload()}>
        {t("ui.retry")}
      </PlainButton>
    </main>
  );
}
