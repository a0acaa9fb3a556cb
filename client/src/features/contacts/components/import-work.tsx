import { lazy, Suspense } from "react";
import { useCan } from "@/features/session/public";

// Nobody waits for it: an import goes on whether or not the header knows of it yet.
const ImportWatch = lazy(async () => ({ default: (await import("./import-watch")).ImportWatch }));

/** Reports the import that is at work to the header, for who may see contacts. Draws nothing itself. */
export function ImportWork() {
  if (!useCan()("contact.view")) return null;
  return (
    <Suspense fallback={null}>
      <ImportWatch />
    </Suspense>
  );
}
