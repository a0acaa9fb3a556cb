import "@/ui/theme/styles";
import { createRoot } from "react-dom/client";
import { identityQuery, startSession } from "@/features/session/public";
import { startI18n } from "@/lib/i18n/i18n";
import { isStorageAvailable } from "@/lib/storage";
import { followColourScheme } from "@/ui/theme/colour-scheme";
import { App } from "./app";
import { queryClient } from "./query";
import { reloadForChunk } from "./reload";
import { reportProblem } from "./report";
import { createRouter } from "./router";
import { followSession } from "./session-navigation";
import { loadCommonTexts } from "./texts";

async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container);
  if (!isStorageAvailable()) {
    const { UnsupportedPage } = await import("./pages/unsupported-page");
    root.render(<UnsupportedPage />);
    return;
  }
  // A file that a new release took away; where a route needed it, RouteFailure reports it.
  window.addEventListener("vite:preloadError", (event) => {
    void reloadForChunk((event as Event & { readonly payload: Error }).payload);
  });
  followColourScheme();
  startSession();
  await startI18n((key) => reportProblem({ kind: "missingText", detail: key }));
  // The identity is asked for while the texts load: the first paint needs both.
  void queryClient.prefetchQuery({ ...identityQuery, meta: { quiet: true } });
  await loadCommonTexts();
  const router = createRouter(queryClient);
  followSession(router, queryClient);
  root.render(<App router={router} />);
}

const container = document.getElementById("root");
if (container) void start(container);
