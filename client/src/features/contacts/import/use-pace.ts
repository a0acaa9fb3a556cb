import { useEffect, useState } from "react";
import { addSample, type Pace, type PaceSample, paceOf } from "../import-pace";
import { type ContactImport, isAtWork } from "../imports-data";

interface Paced {
  /** The import and its direction (import or undo). */
  readonly way: string;
  readonly samples: readonly PaceSample[];
}

/** Rows per second and the remaining time, over the last ten seconds. */
export function usePace(status: ContactImport | null | undefined): Pace | undefined {
  const [paced, setPaced] = useState<Paced>();
  const { done, total } = (status?.state === "UNDOING" ? status.undo : status) ?? {};
  const way = isAtWork(status) ? `${status?.importId}${status?.state}` : undefined;
  useEffect(() => {
    if (!way || done === undefined) return;
    const sample = { atMs: Date.now(), done };
    setPaced((old) => ({ way, samples: addSample(old?.way === way ? old.samples : [], sample) }));
  }, [way, done]);
  if (!paced || paced.way !== way || total === undefined) return undefined;
  return paceOf(paced.samples, total);
}
