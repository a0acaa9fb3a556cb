import { lazy, Suspense } from "react";
import { useCan } from "@/features/session/public";

// Loaded lazily, because the import does not depend on the header.
const ImportStatusReporter = lazy(async () => ({
  default: (await import("./import-status-reporter")).ImportStatusReporter,
}));

/** Reports the running import to the header, for users who can see contacts. Renders nothing. */
export function ImportWork() {
  if (!useCan()("contact.view")) return null;
  return (
    <Suspense fallback={null}>
      <ImportStatusReporter />
    </Suspense>
  );
}
