import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { RouterProvider } from "react-router";
import { whenIdle } from "@/lib/when-idle";
import { queryClient } from "./query";
import type { createRouter } from "./router";

/** What a screen throws while it renders is told by the root (`logCaught`), once. */
function leaveToRoot(): void {}

const FileNotice = lazy(async () => ({ default: (await import("./file-notice")).FileNotice }));

export function App({ router }: { readonly router: ReturnType<typeof createRouter> }) {
  // It is about files that come later, so the first screen goes before it.
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} onError={leaveToRoot} />
      {isIdle ? (
        <Suspense fallback={null}>
          <FileNotice router={router} />
        </Suspense>
      ) : null}
    </QueryClientProvider>
  );
}
