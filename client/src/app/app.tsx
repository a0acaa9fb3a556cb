import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { RouterProvider } from "react-router";
import { runWhenIdle } from "@/lib/when-idle";
import { queryClient } from "./query";
import type { createRouter } from "./router";

/** The root already reports render errors (`logCaught`); this keeps the router from reporting them twice. */
function ignoreRouterError(): void {}

const FileNotice = lazy(async () => ({ default: (await import("./file-notice")).FileNotice }));

export function App({ router }: { readonly router: ReturnType<typeof createRouter> }) {
  // The notice concerns only files that load later, so the first screen renders before it.
  const [isIdle, setIdle] = useState(false);
  useEffect(() => runWhenIdle(() => setIdle(true)), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} onError={ignoreRouterError} />
      {isIdle ? (
        <Suspense fallback={null}>
          <FileNotice router={router} />
        </Suspense>
      ) : null}
    </QueryClientProvider>
  );
}
