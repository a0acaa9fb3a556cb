/** The context of all parts of an editor: the document, its kinds, and the state machine. */
import { useSelector } from "@xstate/react";
import { createContext, useContext } from "react";
import type { Awareness } from "y-protocols/awareness";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import { useSnapshot } from "../collab/store/use-store";
import type { TagSuggestion } from "../inspector/inspector";
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
  readonly tags: readonly TagSuggestion[];
  /** Presence of the other users in the document; absent for a document shown without collaboration. */
  readonly awareness?: Awareness | undefined;
  readonly t: Translate;
  /** Announces a sentence to screen readers. */
  readonly say: (sentence: string) => void;
  /** Whether the plan has the feature that a kind needs. */
  readonly allows: (kind: Kind) => boolean;
  readonly offerUpgrade: (kind: Kind) => void;
  /** Sends unsaved changes to the server, and reports the result. */
  readonly save: () => void;
  /** Opens the comments of a node; absent where comments are not available. */
  readonly comment?: ((id: string) => void) | undefined;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("outside of an editor");
  return editor;
}

/** Id of the shown root: the chosen one, else the first. */
export function getShownRoot({ actor, store }: Pick<Editor, "actor" | "store">): string {
  return resolveShownRoot(actor.getSnapshot().context.root, store.snapshot().roots);
}

/** Hook for `getShownRoot`: renders again when the shown root changes. */
export function useShownRoot({ actor, store }: Pick<Editor, "actor" | "store">): string {
  const { roots } = useSnapshot(store);
  return resolveShownRoot(
    useSelector(actor, ({ context }) => context.root),
    roots,
  );
}

function resolveShownRoot(chosen: string | null, roots: readonly string[]): string {
  return chosen !== null && roots.includes(chosen) ? chosen : (roots[0] ?? "");
}

/** The latest result of `getShownSnapshot` by snapshot, so that each is indexed once. */
const shownSnapshots = new WeakMap<Snapshot, Snapshot>();

/** The snapshot reduced to the shown root. */
export function getShownSnapshot(editor: Pick<Editor, "actor" | "store">): Snapshot {
  const whole = editor.store.snapshot();
  if (whole.roots.length < 2) return whole;
  const root = getShownRoot(editor);
  const known = shownSnapshots.get(whole);
  if (known?.roots[0] === root) return known;
  const part = { ...whole, roots: [root], tree: new Map([[root, whole.tree.get(root) ?? []]]) };
  shownSnapshots.set(whole, part);
  return part;
}

/** The translated name of a node's kind; empty if the node does not exist. */
export function getNodeName({ store, registry, t }: Pick<Editor, "store" | "registry" | "t">, id: string): string {
  const kind = store.node(id)?.kind;
  return kind === undefined ? "" : t(toTextKey(`${registry.texts}.kinds.${kind}.name`));
}
