import { useCallback, useEffect, useMemo, useState } from "react";
import { type Translate, useTranslation } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import type { Editing } from "../collab/editing";
import { useSizeNotice } from "../collab/size/use-size-notice";
import type { DocumentStore } from "../collab/store/document-store";
import type { Decorations } from "./decorations";
import type { ScreenStatus } from "./stages";
import type { ScreenState } from "./use-editor-screen";

/** A structure of documents, as the server declares it. */
interface DocumentStructure {
  readonly limits: { readonly sizeBytes: number };
}

/** The events that every editor's state machine accepts. */
export type DocumentEvent =
  | { readonly type: "facts"; readonly facts: ScreenStatus }
  | { readonly type: "gone"; readonly isThere: (id: string) => boolean };

interface Options<Structure, Snapshot> {
  readonly screen: ScreenState;
  readonly structure: Structure;
  /** The store of a document. Keep this and all functions below the same. */
  readonly openStore: (doc: ScreenState["used"]["doc"], structure: Structure) => DocumentStore<Snapshot>;
  /** Sends an event to the state machine of the editor. */
  readonly send: (event: DocumentEvent) => void;
  readonly hasNode: (now: Snapshot, id: string) => boolean;
  /** Whether an object that can be selected is visible: a node, or an edge. */
  readonly hasObject: (now: Snapshot, id: string) => boolean;
  /** Number of visible objects above the limits of the structure. */
  readonly excessOf: (now: Snapshot) => number;
  /** Says that the document has as many nodes as it can have. */
  readonly fullText: string;
  /** Names of the plan's features. */
  readonly features: ReadonlySet<string>;
}

/** The part of a kind that the check of the plan needs. */
interface GatedKind {
  readonly feature: string | undefined;
}

/** The common part of every editor's context. */
export interface EditedDocument<Structure, Snapshot, Kind> {
  readonly editing: Editing & { readonly structure: Structure };
  readonly store: DocumentStore<Snapshot>;
  readonly t: Translate;
  readonly say: (sentence: string) => void;
  readonly allows: (kind: Kind) => boolean;
  readonly offerUpgrade: (kind: Kind) => void;
  readonly save: () => void;
  readonly comment: () => void;
}

/** Opens the store of a document, and keeps the state machine, the notices of limits and the plan gate up to date. */
export function useEditedDocument<Structure extends DocumentStructure, Snapshot, Kind extends GatedKind>(
  options: Options<Structure, Snapshot>,
) {
  const { screen, structure, openStore, send, hasNode, hasObject, excessOf, fullText, features } = options;
  const { t } = useTranslation();
  const { facts, isViewed, others, save, say } = screen;
  const { counts, write } = screen.comments;
  const { doc, history } = screen.used;
  const [gated, setGated] = useState<Kind>();
  useEffect(() => send({ type: "facts", facts }), [send, facts]);
  const store = useMemo(() => openStore(doc, structure), [openStore, doc, structure]);
  useEffect(() => store.listen(), [store]);
  useEffect(() => {
    const forget = (): void => {
      const now = store.snapshot();
      send({ type: "gone", isThere: (id) => hasObject(now, id) });
    };
    return store.subscribe(forget);
  }, [store, send, hasObject]);
  const isVisible = useCallback((id: string) => hasNode(store.snapshot(), id), [store, hasNode]);
  useSizeNotice({ doc, maxBytes: structure.limits.sizeBytes, isVisible, isViewed });
  useEffect(
    () =>
      history.limit({
        excess: () => excessOf(store.snapshot()),
        onRejected: () => toast("warning", fullText),
      }),
    [history, store, excessOf, fullText],
  );
  const edited = useMemo(
    (): EditedDocument<Structure, Snapshot, Kind> => ({
      editing: { doc, history, structure, isViewed },
      store,
      t,
      say,
      allows: ({ feature }) => feature === undefined || features.has(feature),
      offerUpgrade: (kind) => setGated(kind),
      save,
      comment: write,
    }),
    [doc, history, structure, isViewed, store, t, say, features, save, write],
  );
  const beside = useMemo(
    (): Decorations => ({
      others: others.flatMap(({ node, name, colour }) => (node === undefined ? [] : [{ node, name, colour }])),
      comments: counts,
    }),
    [others, counts],
  );
  const closeUpgrade = useCallback(() => setGated(undefined), []);
  return { edited, beside, gated, closeUpgrade };
}
