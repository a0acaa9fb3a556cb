import { useCallback, useSyncExternalStore } from "react";
import type { Settings } from "../values";
import type { DocumentStore, NodeView } from "./document-store";

/** The structure; renders again when it changes. */
export function useSnapshot<Structure>(store: DocumentStore<Structure>): Structure {
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** The document-wide settings; renders again when they change. */
export function useGlobals(store: DocumentStore<unknown>): Settings {
  return useSyncExternalStore(store.subscribeGlobals, store.globals);
}

/** The view of a node; renders again only when this node changes. */
export function useNode(store: DocumentStore<unknown>, id: string): NodeView | undefined {
  const subscribe = useCallback((told: () => void) => store.subscribeNode(id, told), [store, id]);
  return useSyncExternalStore(subscribe, () => store.node(id));
}

/** The views of these nodes; renders again when one of them changes. */
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
