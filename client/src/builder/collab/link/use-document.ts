import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Composition } from "./composition";
import { DocumentLink, type OpenDocument } from "./document-link";
import { KeptUpdates } from "./kept-updates";
import { SOCKET_WIRE } from "./wire";

export interface Options {
  /** Under whose name what is not acknowledged is kept in this browser. */
  readonly teamId: string;
  readonly userId: string;
  /** Prefix of the editor's keys in local storage. */
  readonly storagePrefix: string;
  /** The maps of the editor's documents. */
  readonly maps: readonly string[];
}

export interface UsedDocument extends OpenDocument {
  /** Sends at once what waits. */
  readonly saveNow: () => void;
  /** The refusal was read. */
  readonly putAway: () => void;
}

/** The document of this id, held together with the server as long as the component is shown. */
export function useDocument(documentId: string, { teamId, userId, storagePrefix, maps }: Options): UsedDocument {
  const [composition] = useState(() => new Composition());
  const link = useMemo(() => {
    const kept = new KeptUpdates(documentId, { prefix: storagePrefix, teamId, userId });
    return new DocumentLink(SOCKET_WIRE, `document:${documentId}`, kept, composition, maps);
  }, [documentId, teamId, userId, storagePrefix, composition, maps]);
  useEffect(() => composition.follow(window), [composition]);
  useEffect(() => {
    // The tab may be gone without another word: closed, thrown out of memory, or on a phone just left.
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
