import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Awareness } from "y-protocols/awareness";
import { OwnWriting, type Writer, Writers } from "./writing";

/** Sends and receives who writes a comment; absent where no one else can be present. */
export const WritingContext = createContext<Awareness | undefined>(undefined);

const NOBODY: readonly Writer[] = [];

/** The others who write a comment now, but for other tabs of this user. */
export function useWriters(awareness: Awareness | undefined, userId: string): readonly Writer[] {
  const writers = useMemo(() => (awareness ? new Writers(awareness) : undefined), [awareness]);
  const known = useSyncExternalStore(writers?.subscribe ?? never, writers?.read ?? nobody);
  return useMemo(() => known.filter((writer) => writer.userId !== userId), [known, userId]);
}

/** Tells that a comment is written here, until the box goes. */
export function useOwnWriting(thread: string | undefined): OwnWriting | undefined {
  const awareness = useContext(WritingContext);
  const own = useMemo(
    () => (awareness && thread !== undefined ? new OwnWriting(awareness, thread) : undefined),
    [awareness, thread],
  );
  useEffect(() => () => own?.stop(), [own]);
  return own;
}

function never(): () => void {
  return () => undefined;
}

function nobody(): readonly Writer[] {
  return NOBODY;
}
