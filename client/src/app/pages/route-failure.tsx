import { useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { toast } from "@/ui/toasts";
import { isChunkFailure, reloadForChunk, reloadPage } from "../reload";
import { reportProblem } from "../report";
import { LoadingPage } from "./loading-page";
import classes from "./plain-page.module.css";

/** Paths of screens that failed in this tab. A screen that fails again after /err shows the failure in place. */
const failedPaths = new Set<string>();

type Outcome = "leaving" | "routing" | "page";

function isFirstFailure(path: string): boolean {
  if (failedPaths.has(path)) return false;
  failedPaths.add(path);
  return true;
}

/**
 * Error boundary of screens. A missing file reloads the page once, then shows the failure (SHELL-180).
 *
 * While no server responds it leads to /err, which returns once the server does. Other failures are reported and lead
 * there too (SHELL-181); they are shown here when they recur.
 */
export function RouteFailure() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const [outcome, setOutcome] = useState<Outcome>("leaving");

  useEffect(() => {
    let isOver = false;
    const awaitServer = () =>
      void navigate(`/err?redirect=${encodeURIComponent(pathname + search)}`, { replace: true });
    const isChunk = isChunkFailure(error);
    reportProblem({
      kind: isChunk ? "chunk" : "render",
      detail: error instanceof Error ? error.message : String(error),
    });
    if (isChunk) {
      void reloadForChunk(error).then((found) => {
        if (isOver) return;
        if (found === "missing") setOutcome("routing");
        if (found === "serverLost") awaitServer();
      });
    } else if (isFirstFailure(pathname)) {
      toast("error", t("app.pageFailed"));
      awaitServer();
    } else {
      setOutcome("page");
    }
    return () => {
      isOver = true;
    };
  }, [error, pathname, search, navigate, t]);

  if (outcome === "leaving") return <LoadingPage />;
  return (
    <main className={classes.page} role="alert">
      <h1>{t(outcome === "routing" ? "app.routingError" : "app.pageFailed")}</h1>
      <p>{t(outcome === "routing" ? "app.routingErrorHelp" : "app.pageFailedHelp")}</p>
      <div className={classes.actions}>
        <PlainButton kind="primary" onClick={reloadPage}>
          {t("ui.retry")}
        </PlainButton>
        <PlainButton to="/">{t("app.backHome")}</PlainButton>
      </div>
    </main>
  );
}
