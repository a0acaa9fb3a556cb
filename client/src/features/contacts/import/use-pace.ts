import { useEffect, useState } from "react";
import { addSample, type Pace, type PaceSample, paceOf } from "../import-pace";
import { type ContactImport, isAtWork } from "../imports-data";

interface Paced {
  /** Of which import, and in which direction. */
  readonly way: string;
  readonly samples: readonly PaceSample[];
}

/** Rows a second and the time that is left, over the last ten seconds. */
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
