import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Awareness } from "y-protocols/awareness";
import { type Mode, type Other, othersIn, type Self } from "./people";

const NOBODY: readonly Other[] = [];

/** The others who have the document open; the same list until it changes. */
export function useOthers(awareness: Awareness): readonly Other[] {
  const store = useMemo(() => {
    let known = NOBODY;
    let words = "";
    return {
      subscribe: (told: () => void) => {
        awareness.on("change", told);
        return () => awareness.off("change", told);
      },
      read: () => {
        const others = othersIn(awareness);
        const said = JSON.stringify(others);
        if (said !== words) [known, words] = [others, said];
        return known;
      },
    };
  }, [awareness]);
  return useSyncExternalStore(store.subscribe, store.read);
}

interface Told {
  readonly user: Self;
  readonly mode: Mode;
  /** The selected node. */
  readonly node: string | undefined;
}

/** Publishes the user and the selected node to the others. */
export function useSelf(awareness: Awareness, { user, mode, node }: Told): void {
  const { id, name, avatar } = user;
  useEffect(() => {
    awareness.setLocalStateField("user", { id, name, avatar: avatar ?? null });
  }, [awareness, id, name, avatar]);
  useEffect(() => {
    awareness.setLocalStateField("mode", mode);
    awareness.setLocalStateField("selection", node ?? null);
  }, [awareness, mode, node]);
}
