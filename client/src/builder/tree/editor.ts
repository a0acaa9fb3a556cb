/** What every part of the editor works with: the document, how its kinds look, and the process. */
import { useSelector } from "@xstate/react";
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type * as Y from "yjs";
import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { DocumentStore } from "../collab/store/document-store";
import { useSnapshot } from "../collab/store/use-store";
import type { Plain } from "../collab/values";
import type { Side } from "../inspector/sides";
import type { Editing } from "./editing";
import type { EditorActor } from "./machine/editor-machine";
import type { Snapshot } from "./model/snapshot";
import type { EditorRegistry, Kind } from "./registry";

/** A field of whoever gets it, which can stand in a text or decide who sees a part. */
export interface TagOffer {
  /** As it is written between braces. */
  readonly tag: string;
  readonly label: string;
}

/** What writes in a rich text, in the place where that is drawn. */
export interface WriterProps {
  readonly editing: Editing;
  readonly fragment: Y.XmlFragment;
  readonly node: string;
  readonly field: string;
  /** One paragraph alone. */
  readonly isLine: boolean;
  readonly label: string;
  /** The setting by which all of it is set to a side; absent where there is none. */
  readonly align?: AlignSetting | undefined;
  /** Colours that the document has already. */
  readonly colours: readonly string[];
  readonly onDone: () => void;
}

export interface AlignSetting {
  readonly side: Side;
  readonly set: (side: Side) => void;
}

/** As what rich text is drawn. */
export interface RichLook {
  readonly holds: "line" | "blocks";
  /** Pixels of its words. */
  readonly size?: number;
  readonly linkColour?: string;
}

/** Rich text, drawn and written. */
export interface RichParts {
  readonly draw: (value: Plain, look: RichLook) => ReactNode;
  /** Loaded after the first paint. */
  readonly Writer: ComponentType<WriterProps>;
}

export interface Editor {
  readonly editing: Editing;
  readonly store: DocumentStore;
  readonly registry: EditorRegistry;
  readonly actor: EditorActor;
  readonly rich: RichParts;
  readonly tags: readonly TagOffer[];
  readonly t: Translate;
  /** Says a sentence to who hears the page. */
  readonly say: (sentence: string) => void;
  /** Whether the plan has what a kind needs. */
  readonly allows: (kind: Kind) => boolean;
  readonly offerUpgrade: (kind: Kind) => void;
  /** Puts on the server what is not there yet, and says how that went. */
  readonly save: () => void;
  /** Opens the talk about a node; absent where there is none. */
  readonly comment?: ((id: string) => void) | undefined;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("outside of an editor");
  return editor;
}

/** The root that is shown: the one that was chosen, else the first. */
export function shownRoot({ actor, store }: Pick<Editor, "actor" | "store">): string {
  return shownOf(actor.getSnapshot().context.root, store.snapshot().roots);
}

/** The same, drawn anew when it is another. */
export function useShownRoot({ actor, store }: Pick<Editor, "actor" | "store">): string {
  const { roots } = useSnapshot(store);
  return shownOf(
    useSelector(actor, ({ context }) => context.root),
    roots,
  );
}

function shownOf(chosen: string | null, roots: readonly string[]): string {
  return chosen !== null && roots.includes(chosen) ? chosen : (roots[0] ?? "");
}

/** The document as far as it is shown: one of its roots. */
export function shown(editor: Pick<Editor, "actor" | "store">): Snapshot {
  const whole = editor.store.snapshot();
  const root = shownRoot(editor);
  return whole.roots.length > 1
    ? { ...whole, roots: [root], tree: new Map([[root, whole.tree.get(root) ?? []]]) }
    : whole;
}

/** What a node is called. */
export function nameOf({ store, registry, t }: Pick<Editor, "store" | "registry" | "t">, id: string): string {
  const kind = store.node(id)?.kind;
  return kind === undefined ? "" : t(composedKey(`${registry.texts}.kinds.${kind}.name`));
}
