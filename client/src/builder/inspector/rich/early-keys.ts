/**
 * Keys pressed right after a text gets the focus move its caret.
 *
 * ProseMirror takes a caret that reaches the start of a text within 200 ms of the focus for a reset by the browser, and
 * puts it back. Here the caret of a key is stored in the state first, so that there is nothing to put back.
 */
import { Plugin, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** Stores the caret of the document in the state when it is at the start of the text. */
function storeStart(view: EditorView): void {
  const caret = document.getSelection();
  if (!caret?.isCollapsed || !caret.anchorNode || !view.dom.contains(caret.anchorNode)) return;
  const { doc, selection, tr } = view.state;
  const start = Selection.atStart(doc);
  const reached = Selection.near(doc.resolve(view.posAtDOM(caret.anchorNode, caret.anchorOffset)), 1);
  if (!reached.eq(start) || selection.eq(start)) return;
  view.dispatch(tr.setSelection(start).setMeta("addToHistory", false));
}

export function createEarlyKeysPlugin(): Plugin {
  return new Plugin({
    view: (view) => {
      let hasKey = false;
      const onFocus = () => {
        hasKey = false;
      };
      const onKey = () => {
        hasKey = true;
      };
      const onSelection = () => {
        if (hasKey && view.hasFocus() && !view.composing) storeStart(view);
      };
      view.dom.addEventListener("focus", onFocus);
      view.dom.addEventListener("keydown", onKey);
      // Before ProseMirror, which listens on the document.
      window.addEventListener("selectionchange", onSelection, { capture: true });
      return {
        destroy: () => {
          view.dom.removeEventListener("focus", onFocus);
          view.dom.removeEventListener("keydown", onKey);
          window.removeEventListener("selectionchange", onSelection, { capture: true });
        },
      };
    },
  });
}
