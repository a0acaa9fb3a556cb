import { type RefObject, useEffect } from "react";
import { toElement } from "../../inspector/elements";
import { hasOwnText, isTyping } from "../../screen/keys";
import { buildSelectionText, pasteText, removeNodes } from "../actions";
import type { Editor } from "../editor";
import { getSelectedIds } from "../selection";
import { handleKey } from "./commands";

/** Whether unmodified keys at this element are meant for nodes, and not for the controls of a panel. */
function isNodeKeyTarget(target: HTMLElement | undefined): boolean {
  if (!target) return false;
  return target === document.body || target.closest("[data-canvas], [data-outline]") !== null;
}

/** Keys and clipboard of the editor, on the whole screen while no dialog is open. */
export function useKeys(editor: Editor, screen: RefObject<HTMLElement | null>): void {
  useEffect(() => listen(editor, screen), [editor, screen]);
}

function listen(editor: Editor, screen: RefObject<HTMLElement | null>): () => void {
  const isOurs = ({ target }: Event): boolean =>
    target instanceof Node && (target === document.body || (screen.current?.contains(target) ?? false));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isOurs(event)) return;
    const target = toElement(event.target);
    const isHolding = editor.actor.getSnapshot().matches({ pointer: "lifted" });
    // A focused button has its own keys, unless nodes are lifted.
    const isButton = (target?.closest("button, a, summary") ?? null) !== null;
    const isPlain = !event.ctrlKey && !event.metaKey;
    if (isPlain && !isHolding && (!isNodeKeyTarget(target) || isButton)) return;
    const outline = (target?.closest("[data-outline]") ?? null) !== null;
    const done = handleKey(editor, event, { isTyping: isTyping(target ?? null), walksItself: outline });
    if (done) event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent): void => {
    const ids = editor.actor.getSnapshot().context.writing ? [] : getSelectedIds(editor);
    const text = !isOurs(event) || hasOwnText(event) ? undefined : buildSelectionText(editor, ids);
    if (text === undefined || !event.clipboardData) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    if (event.type === "cut") removeNodes(editor, ids);
    else editor.say(editor.t("tree.say.copied"));
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (!isOurs(event) || isTyping(event.target) || editor.actor.getSnapshot().context.writing) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (pasteText(editor, text)) event.preventDefault();
  };
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("copy", onCopy);
  document.addEventListener("cut", onCopy);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("keydown", onKeyDown);
    document.removeEventListener("copy", onCopy);
    document.removeEventListener("cut", onCopy);
    document.removeEventListener("paste", onPaste);
  };
}
