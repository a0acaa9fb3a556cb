/** User actions on roots: each runs commands, shows the root and announces the result. */
import { toTextKey } from "@/lib/i18n/translation";
import { toast } from "@/ui/toasts";
import { findGatedKind, hasKnownKinds } from "../actions";
import { buildRootClipboardText, parseRoot } from "../commands/clipboard";
import { addRoot, copyRoot, type RootPiece, readRootPiece } from "../commands/roots";
import type { Editor } from "../editor";
import { buildRoot, type RootKind } from "../registry";

/** The translated name of a kind of root. */
export function getRootKindName({ registry, t }: Editor, kind: string): string {
  return t(toTextKey(`${registry.texts}.rootKinds.${kind}`));
}

/** Adds an empty root of a kind. */
export function addRootOfKind(editor: Editor, kind: RootKind): void {
  if (addAndShow(editor, buildRoot(kind)) !== undefined) announceAdded(editor, kind.name);
}

/** Adds a copy of a root. Returns its id; undefined if there is none, which a notice explains. */
export function duplicateRoot(editor: Editor, id: string): string | undefined {
  const piece = readRootPiece(editor.editing.doc, editor.store.snapshot(), id);
  return piece && addAndShow(editor, piece, () => copyRoot(editor.editing, id));
}

/** Copies a root to the clipboard. */
export async function copyRootText(editor: Editor, id: string): Promise<void> {
  const { editing, registry, say, t } = editor;
  const copied = buildRootClipboardText(editing, registry.name, id);
  if (copied === undefined) return;
  try {
    await navigator.clipboard.writeText(copied);
    say(t("tree.say.copied"));
  } catch {
    toast("warning", t("tree.roots.notCopied"));
  }
}

/** Adds the root in the clipboard. */
export async function pasteRoot(editor: Editor): Promise<void> {
  const { registry, t } = editor;
  try {
    const piece = parseRoot(await navigator.clipboard.readText(), registry.name, registry.structure);
    const kind = registry.roots.get(piece?.kind ?? "");
    if (!piece || !kind || !piece.children.every((child) => hasKnownKinds(editor, child))) {
      toast("info", t("tree.roots.nothingCopied"));
      return;
    }
    if (addAndShow(editor, piece) !== undefined) announceAdded(editor, kind.name);
  } catch {
    toast("warning", t("tree.roots.notPasted"));
  }
}

/** Adds a root and shows it, unless the plan lacks a kind in it or the document has no room for it. */
function addAndShow(
  editor: Editor,
  piece: RootPiece,
  add: () => string | undefined = () => addRoot(editor.editing, piece),
): string | undefined {
  const gated = piece.children.map((child) => findGatedKind(editor, child)).find((kind) => kind !== undefined);
  if (gated) {
    editor.offerUpgrade(gated);
    return undefined;
  }
  const id = add();
  if (id !== undefined) editor.actor.send({ type: "show", root: id });
  else if (!editor.editing.isViewed) toast("warning", editor.t("tree.say.full"));
  return id;
}

function announceAdded(editor: Editor, kind: string): void {
  editor.say(editor.t("tree.roots.added", { name: getRootKindName(editor, kind) }));
}
