/** Undo and redo bring the caret back to where it was before the change. */
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { getRelativeSelection, relativePositionToAbsolutePosition, ySyncPluginKey } from "y-prosemirror";
import type * as Y from "yjs";
import type { History } from "../../collab/history";

/** A selection by the items of the document that it lies between: it stays right when others write. */
interface StoredSelection {
  readonly type: string;
  readonly anchor: Y.RelativePosition;
  readonly head: Y.RelativePosition;
}

const pluginKey = new PluginKey<StoredSelection | undefined>("caretHistory");

function readSelection(state: EditorState): StoredSelection | undefined {
  const binding = ySyncPluginKey.getState(state)?.binding;
  return binding ? getRelativeSelection(binding, state) : undefined;
}

/** Only in the same text, and only while its paragraph exists: elsewhere a position has no absolute one. */
function restoreSelection(view: EditorView, place: StoredSelection, fragment: Y.XmlFragment): void {
  const binding = ySyncPluginKey.getState(view.state)?.binding;
  if (!binding || !fragment.doc) return;
  const { doc, tr } = view.state;
  const absolute = (position: Y.RelativePosition) =>
    relativePositionToAbsolutePosition(fragment.doc as Y.Doc, fragment, position, binding.mapping);
  const [anchor, head] = [absolute(place.anchor), absolute(place.head)];
  if (anchor === null || head === null || Math.max(anchor, head) > doc.content.size) return;
  const isNode = place.type === "node" && doc.nodeAt(anchor) !== null;
  view.dispatch(
    tr
      .setSelection(
        isNode ? NodeSelection.create(doc, anchor) : TextSelection.between(doc.resolve(anchor), doc.resolve(head)),
      )
      .setMeta("addToHistory", false)
      .scrollIntoView(),
  );
}

/** The plugin must follow the one that binds the fragment. */
export function createCaretHistoryPlugin(fragment: Y.XmlFragment, history: History): Plugin {
  return new Plugin<StoredSelection | undefined>({
    key: pluginKey,
    state: {
      init: () => undefined,
      // The selection before the newest change. The fragment changes later, so it still matches the old state.
      apply: (tr, before, old) => (tr.docChanged && !tr.getMeta("appendedTransaction") ? readSelection(old) : before),
    },
    view: (view) => ({
      destroy: history.follow<StoredSelection>({
        before: () => pluginKey.getState(view.state),
        now: () => readSelection(view.state),
        restore: (place) => restoreSelection(view, place, fragment),
      }),
    }),
  });
}
