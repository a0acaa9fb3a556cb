import { useEffect, useState } from "react";
import { addSample, computeSpeed, type ImportSpeed, type ProgressSample } from "./import-speed";
import { type ContactImport, isImportActive } from "./imports-data";

interface SpeedRun {
  /** The import and its direction (import or undo). */
  readonly way: string;
  readonly samples: readonly ProgressSample[];
}

/** Rows per second and the remaining time, over the last ten seconds. */
export function useImportSpeed(status: ContactImport | null | undefined): ImportSpeed | undefined {
  const [paced, setPaced] = useState<SpeedRun>();
  const { done, total } = (status?.state === "UNDOING" ? status.undo : status) ?? {};
  const way = isImportActive(status) ? `${status?.importId}${status?.state}` : undefined;
  useEffect(() => {
    if (!way || done === undefined) return;
    const sample = { atMs: Date.now(), done };
    setPaced((old) => ({ way, samples: addSample(old?.way === way ? old.samples : [], sample) }));
  }, [way, done]);
  if (!paced || paced.way !== way || total === undefined) return undefined;
  return computeSpeed(paced.samples, total);
}
