import { useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { toast } from "@/ui/toasts";
import { isChunkFailure, reloadForChunk, reloadPage } from "../reload";
import { reportProblem } from "../report";
import { LoadingPage } from "./loading-page";
import classes from "./plain-page.module.css";

/** Screens that failed in this tab: one that fails again after the way over /err is shown as failed. */
const failedPaths = new Set<string>();

type Outcome = "leaving" | "routing" | "page";

function isFirstFailure(path: string): boolean {
  if (failedPaths.has(path)) return false;
  failedPaths.add(path);
  return true;
}

/**
 * A screen that could not be shown. A missing file reloads once, then says so (SHELL-180); while no server is there to
 * load it from it goes to /err, which comes back once the server answers. Any other failure is told and goes there too
 * (SHELL-181), and is shown here when that did not mend it.
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
