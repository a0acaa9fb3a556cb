import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** Something that runs on the server while the person does other things. */
export interface BackgroundWork {
  readonly id: string;
  /** What the header says of it: "Importing, 41 %". */
  readonly words: string;
  /** 0 to 100; undefined while nobody can know. */
  readonly percent: number | undefined;
  readonly state: "running" | "done" | "failed";
  /** Its place in the open menu: progress and where to watch it. */
  readonly panel: ReactNode;
}

const running = new Map<string, BackgroundWork>();
const listeners = new Set<() => void>();
let snapshot: readonly BackgroundWork[] = [];

function tell(): void {
  snapshot = [...running.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the work in the header of every screen while the caller is mounted and says that there is some. */
export function useReportWork(work: BackgroundWork | undefined): void {
  const id = work?.id;
  useEffect(() => {
    if (!work) return;
    running.set(work.id, work);
    tell();
  }, [work]);
  useEffect(() => {
    if (id === undefined) return;
    return () => {
      running.delete(id);
      tell();
    };
  }, [id]);
}

/** All work that is reported, the oldest first. */
export function useBackgroundWork(): readonly BackgroundWork[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}
