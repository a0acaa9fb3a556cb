import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Composition } from "./composition";
import { DocumentSync, type OpenDocument } from "./document-sync";
import { SOCKET_TRANSPORT } from "./transport";
import { UpdateStorage } from "./update-storage";

export interface Options {
  /** The owner of the unacknowledged updates in this browser. */
  readonly teamId: string;
  readonly userId: string;
  /** Prefix of the editor's keys in local storage. */
  readonly storagePrefix: string;
  /** The maps of the editor's documents. */
  readonly maps: readonly string[];
}

export interface SyncedDocument extends OpenDocument {
  /** Sends the waiting updates immediately. */
  readonly saveNow: () => void;
  /** Dismisses the rejection. */
  readonly putAway: () => void;
}

/** Keeps a document in sync with the server while the component is mounted. */
export function useDocument(documentId: string, { teamId, userId, storagePrefix, maps }: Options): SyncedDocument {
  const [composition] = useState(() => new Composition());
  const link = useMemo(() => {
    const kept = new UpdateStorage(documentId, { prefix: storagePrefix, teamId, userId });
    return new DocumentSync(SOCKET_TRANSPORT, `document:${documentId}`, kept, composition, maps);
  }, [documentId, teamId, userId, storagePrefix, composition, maps]);
  useEffect(() => composition.follow(window), [composition]);
  useEffect(() => {
    // A tab can end without another event: closed, discarded, or left on a phone.
    const keep = () => link.keepNow();
    link.open();
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      link.close();
    };
  }, [link]);
  const open = useSyncExternalStore(link.subscribe, link.current);
  return useMemo(() => ({ ...open, saveNow: () => link.saveNow(), putAway: link.putAway }), [open, link]);
}
