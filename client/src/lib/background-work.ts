import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** A task that runs on the server while the user does other things. */
export interface BackgroundWork {
  readonly id: string;
  /** Text in the header: "Importing, 41%". */
  readonly words: string;
  /** 0 to 100; undefined while unknown. */
  readonly percent: number | undefined;
  readonly state: "running" | "done" | "failed";
  /** Content of the open menu: progress, and a link to watch it. */
  readonly panel: ReactNode;
}

const worksById = new Map<string, BackgroundWork>();
const listeners = new Set<() => void>();
let snapshot: readonly BackgroundWork[] = [];

function notify(): void {
  snapshot = [...worksById.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the work in the header of every screen while the caller is mounted. */
export function useReportWork(work: BackgroundWork | undefined): void {
  const id = work?.id;
  useEffect(() => {
    if (!work) return;
    worksById.set(work.id, work);
    notify();
  }, [work]);
  useEffect(() => {
    if (id === undefined) return;
    return () => {
      worksById.delete(id);
      notify();
    };
  }, [id]);
}

/** All reported work, oldest first. */
export function useBackgroundWork(): readonly BackgroundWork[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}
