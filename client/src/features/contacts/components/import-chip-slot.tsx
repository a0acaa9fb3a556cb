import { lazy, Suspense } from "react";
import { useImport } from "../imports-data";
import { useMay } from "../use-may";

const Chip = lazy(async () => ({ default: (await import("./import-chip")).ImportChip }));

function Watched() {
  const status = useImport();
  // Once there has been an import in this session of the page, its chip stays loaded to say how it ended.
  return status ? (
    <Suspense fallback={null}>
      <Chip status={status} />
    </Suspense>
  ) : null;
}

/** The running import in the header; for who may see contacts. */
export function ImportChip() {
  return useMay()("view") ? <Watched /> : null;
}
