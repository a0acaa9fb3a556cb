/**
 * Text of someone else never moves the caret away from what was typed before it.
 *
 * y-prosemirror ties a caret to the item after it. Two authors at one place would both be moved behind every letter of
 * the other, and their letters would alternate. Here the caret follows the item before it while that item exists.
 */
import { Plugin, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { absolutePositionToRelativePosition, relativePositionToAbsolutePosition, ySyncPluginKey } from "y-prosemirror";
import * as Y from "yjs";

/** The start of the character, piece or block that ends or opens at the caret; undefined for a range. */
function findNeighbour({ state }: EditorView, fragment: Y.XmlFragment): Y.RelativePosition | undefined {
  const { selection } = state;
  const binding = ySyncPluginKey.getState(state)?.binding;
  if (!binding || !(selection instanceof TextSelection) || !selection.empty) return undefined;
  return absolutePositionToRelativePosition(selection.head - 1, fragment, binding.mapping);
}

/** A piece such as a merge tag is named by the end of the text before it, which has no item. */
function isStored({ item, type }: Y.RelativePosition, { store }: Y.Doc): boolean {
  const id = item ?? type;
  return id !== null && !Y.getItem(store, id).deleted;
}

/** The plugin must follow the one that binds the fragment. */
export function createCaretNeighbourPlugin(fragment: Y.XmlFragment): Plugin {
  let neighbour: Y.RelativePosition | undefined;
  return new Plugin({
    view: (view) => {
      const note = () => {
        neighbour = findNeighbour(view, fragment);
      };
      note();
      return { update: note };
    },
    appendTransaction: (transactions, _before, state) => {
      const isRemote = transactions.some((one) => one.getMeta(ySyncPluginKey)?.isChangeOrigin);
      const binding = ySyncPluginKey.getState(state)?.binding;
      if (!isRemote || !binding || !fragment.doc || !neighbour || !isStored(neighbour, fragment.doc)) return null;
      const start = relativePositionToAbsolutePosition(fragment.doc, fragment, neighbour, binding.mapping);
      if (start === null || start + 1 > state.doc.content.size) return null;
      const caret = state.doc.resolve(start + 1);
      const isPiece = caret.nodeBefore !== null && !caret.nodeBefore.isText;
      if (!caret.parent.inlineContent || (neighbour.item === null && !isPiece)) return null;
      if (state.selection.eq(new TextSelection(caret))) return null;
      return state.tr.setSelection(new TextSelection(caret)).setMeta("addToHistory", false);
    },
  });
}
