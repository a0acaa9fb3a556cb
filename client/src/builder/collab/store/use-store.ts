import { useCallback, useSyncExternalStore } from "react";
import type { Settings } from "../values";
import type { DocumentStore, NodeView } from "./document-store";

/** Draws again when something was put in, moved or taken out. */
export function useSnapshot<Structure>(store: DocumentStore<Structure>): Structure {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** Draws again when the settings of the whole change. */
export function useGlobals(store: DocumentStore<unknown>): Settings {
  return useSyncExternalStore(store.subscribeGlobals, store.globals);
}

/** Draws again when this node says something else, and for no other. */
export function useNode(store: DocumentStore<unknown>, id: string): NodeView | undefined {
  const subscribe = useCallback((told: () => void) => store.subscribeNode(id, told), [store, id]);
  return useSyncExternalStore(subscribe, () => store.node(id));
}

/** Draws again when one of these nodes says something else. */
export function useNodes(
  store: DocumentStore<unknown>,
  nodes: readonly { readonly id: string }[],
): readonly (NodeView | undefined)[] {
  const subscribe = useCallback(
    (told: () => void) => {
      const stops = nodes.map(({ id }) => store.subscribeNode(id, told));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [store, nodes],
  );
  return useSyncExternalStore(subscribe, () => store.views(nodes));
}
