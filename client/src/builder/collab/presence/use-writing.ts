import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Awareness } from "y-protocols/awareness";
import { OwnWriting, type Writer, WriterTracker } from "./writing";

/** Sends and receives who is writing a comment; absent without collaboration. */
export const WritingContext = createContext<Awareness | undefined>(undefined);

const NO_WRITERS: readonly Writer[] = [];

/** The others who are writing a comment, without other tabs of this user. */
export function useWriters(awareness: Awareness | undefined, userId: string): readonly Writer[] {
  const writers = useMemo(() => (awareness ? new WriterTracker(awareness) : undefined), [awareness]);
  const known = useSyncExternalStore(writers?.subscribe ?? subscribeToNothing, writers?.read ?? getNoWriters);
  return useMemo(() => known.filter((writer) => writer.userId !== userId), [known, userId]);
}

/** Publishes that the user is writing a comment, until the box is removed. */
export function useOwnWriting(thread: string | undefined): OwnWriting | undefined {
  const awareness = useContext(WritingContext);
  const own = useMemo(
    () => (awareness && thread !== undefined ? new OwnWriting(awareness, thread) : undefined),
    [awareness, thread],
  );
  useEffect(() => () => own?.stop(), [own]);
  return own;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

function getNoWriters(): readonly Writer[] {
  return NO_WRITERS;
}
