import { useCallback, useSyncExternalStore } from "react";
import type { Snapshot } from "../../tree/model/snapshot";
import type { Branch } from "../../tree/model/tree";
import type { Settings } from "../values";
import type { DocumentStore, NodeView } from "./document-store";

/** Draws again when something was put in, moved or taken out. */
export function useSnapshot(store: DocumentStore): Snapshot {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** Draws again when the settings of the whole change. */
export function useGlobals(store: DocumentStore): Settings {
  return useSyncExternalStore(store.subscribeGlobals, store.globals);
}

/** Draws again when this node says something else, and for no other. */
export function useNode(store: DocumentStore, id: string): NodeView | undefined {
  const subscribe = useCallback((told: () => void) => store.subscribeNode(id, told), [store, id]);
  return useSyncExternalStore(subscribe, () => store.node(id));
}

/** Draws again when one of those right in it says something else. */
export function useInside(store: DocumentStore, branch: Branch): readonly (NodeView | undefined)[] {
  const subscribe = useCallback(
    (told: () => void) => {
      const stops = branch.children.map(({ id }) => store.subscribeNode(id, told));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store, branch],
  );
  return useSyncExternalStore(subscribe, () => store.inside(branch));
}
