import "@/ui/theme/styles";
import { createRoot } from "react-dom/client";
import { identityQuery, startSession } from "@/features/session/public";
import { isMissing } from "@/lib/api/missing";
import { startI18n } from "@/lib/i18n/i18n";
import { isStorageAvailable } from "@/lib/storage";
import { followColourScheme } from "@/ui/theme/colour-scheme";
import { App } from "./app";
import { registerCallPatterns } from "./call-patterns";
import { registerFeatureErrors } from "./errors/contribute";
import { queryClient } from "./query";
import { reportProblem } from "./report";
import { createRouter } from "./router";
import { followSession } from "./session-navigation";
import { loadCommonTexts } from "./texts";

/** Logs the errors that boundaries catch, except a missing record, which its screen shows. */
function logCaught(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: where React's own handler would log it
  if (!isMissing(error)) console.error(error);
}

/** Also ignores recovered errors of missing records: a second fetch during the render can have found the record. */
function reportRecovered(error: unknown): void {
  if (!isMissing(error instanceof Error ? error.cause : undefined)) reportError(error);
}

async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container, { onCaughtError: logCaught, onRecoverableError: reportRecovered });
  if (!isStorageAvailable()) {
    const { UnsupportedPage } = await import("./pages/unsupported-page");
    root.render(<UnsupportedPage />);
    return;
  }
  followColourScheme();
  registerFeatureErrors();
  registerCallPatterns();
  startSession();
  await startI18n((key) => reportProblem({ kind: "missingText", detail: key }));
  // Requested while the texts load, because the first paint needs both.
  void queryClient.prefetchQuery(identityQuery);
  await loadCommonTexts();
  const router = createRouter(queryClient);
  followSession(router, queryClient);
  root.render(<App router={router} />);
}

const container = document.getElementById("root");
if (container) void start(container);
