/** What every part of the editor works with: the document, how its kinds look, and the process. */
import { useSelector } from "@xstate/react";
import { createContext, useContext } from "react";
import type { Awareness } from "y-protocols/awareness";
import { composedKey, type Translate } from "@/lib/i18n/translation";
import { useSnapshot } from "../collab/store/use-store";
import type { TagOffer } from "../inspector/inspector";
import type { RichParts } from "../inspector/rich/rich-parts";
import type { TreeEditing } from "./editing";
import type { EditorActor } from "./machine/editor-machine";
import type { Snapshot } from "./model/snapshot";
import type { EditorRegistry, Kind } from "./registry";
import type { TreeStore } from "./tree-store";

export interface Editor {
  readonly editing: TreeEditing;
  readonly store: TreeStore;
  readonly registry: EditorRegistry;
  readonly actor: EditorActor;
  readonly rich: RichParts;
  readonly tags: readonly TagOffer[];
  /** Who else is in the document; absent where it is drawn alone. */
  readonly awareness?: Awareness | undefined;
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

/** What of a document was shown last, so that it is indexed once. */
const shownParts = new WeakMap<Snapshot, Snapshot>();

/** The document as far as it is shown: one of its roots. */
export function shown(editor: Pick<Editor, "actor" | "store">): Snapshot {
  const whole = editor.store.snapshot();
  if (whole.roots.length < 2) return whole;
  const root = shownRoot(editor);
  const known = shownParts.get(whole);
  if (known?.roots[0] === root) return known;
  const part = { ...whole, roots: [root], tree: new Map([[root, whole.tree.get(root) ?? []]]) };
  shownParts.set(whole, part);
  return part;
}

/** What a node is called. */
export function nameOf({ store, registry, t }: Pick<Editor, "store" | "registry" | "t">, id: string): string {
  const kind = store.node(id)?.kind;
  return kind === undefined ? "" : t(composedKey(`${registry.texts}.kinds.${kind}.name`));
}
