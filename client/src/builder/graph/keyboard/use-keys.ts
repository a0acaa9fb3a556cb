import { type RefObject, useEffect } from "react";
import { hasOwnText, isTyping } from "../../screen/keys";
import { buildSelectionText, pasteText, removeSelected } from "../actions";
import type { GraphEditor } from "../editor";
import { handleKey } from "./commands";

/** Whether keys at this element are meant for the nodes, and not for a button. */
function isOnCanvas(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body) return true;
  return target.closest("[data-canvas]") !== null && target.closest("button, a, summary") === null;
}

/** The first control in the settings of the selection. */
function findFirstControl(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector("[data-panel] fieldset :is(input, textarea, select, button):not(:disabled)") ?? null;
}

/** Keyboard and clipboard of a graph editor, on the whole screen while no dialog is open. */
export function useKeys(editor: GraphEditor, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isOurs = ({ target }: Event): boolean =>
      target instanceof Node && (target === document.body || (frame.current?.contains(target) ?? false));

    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isOurs(event)) return;
      const { target } = event;
      const isCanvas = isOnCanvas(target);
      if (isCanvas && event.key === "Enter") findFirstControl(frame.current)?.focus();
      else if (!handleKey(editor, event, { isTyping: isTyping(target), isCanvas })) return;
      event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent): void => {
      const text = isOurs(event) && !hasOwnText(event) ? buildSelectionText(editor) : undefined;
      if (text === undefined || !event.clipboardData) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
      if (event.type === "cut") removeSelected(editor);
      else editor.say(editor.t("graph.say.copied"));
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (!isOurs(event) || isTyping(event.target)) return;
      if (pasteText(editor, event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
    };
    const listeners = [
      ["keydown", onKeyDown],
      ["copy", onCopy],
      ["cut", onCopy],
      ["paste", onPaste],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener);
    };
  }, [editor, frame]);
}
