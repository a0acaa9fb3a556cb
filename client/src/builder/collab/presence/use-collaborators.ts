import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Awareness } from "y-protocols/awareness";
import { type Collaborator, type CurrentUser, listCollaborators, type PresenceMode } from "./collaborators";

const NO_COLLABORATORS: readonly Collaborator[] = [];

/** The others who have the document open; the same list until it changes. */
export function useCollaborators(awareness: Awareness): readonly Collaborator[] {
  const store = useMemo(() => {
    let known = NO_COLLABORATORS;
    let words = "";
    return {
      subscribe: (told: () => void) => {
        awareness.on("change", told);
        return () => awareness.off("change", told);
      },
      read: () => {
        const others = listCollaborators(awareness);
        const said = JSON.stringify(others);
        if (said !== words) [known, words] = [others, said];
        return known;
      },
    };
  }, [awareness]);
  return useSyncExternalStore(store.subscribe, store.read);
}

interface OwnPresence {
  readonly user: CurrentUser;
  readonly mode: PresenceMode;
  /** The selected node. */
  readonly node: string | undefined;
}

/** Publishes the user and the selected node to the others. */
export function usePublishedPresence(awareness: Awareness, { user, mode, node }: OwnPresence): void {
  const { id, name, avatar } = user;
  useEffect(() => {
    awareness.setLocalStateField("user", { id, name, avatar: avatar ?? null });
  }, [awareness, id, name, avatar]);
  useEffect(() => {
    awareness.setLocalStateField("mode", mode);
    awareness.setLocalStateField("selection", node ?? null);
  }, [awareness, mode, node]);
}
