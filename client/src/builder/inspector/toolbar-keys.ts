import type { KeyboardEvent } from "react";

/** Handles a key in a toolbar: the arrows along it, Home and End go among its buttons, and Escape calls `leave`. */
export function handleToolbarKey(event: KeyboardEvent<HTMLElement>, leave: () => void): void {
  // With one of these it is the shortcut of a command.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const toolbar = event.currentTarget;
  const buttons = [...toolbar.querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const isVertical = toolbar.getAttribute("aria-orientation") === "vertical";
  const to: Readonly<Record<string, number>> = {
    [isVertical ? "ArrowDown" : "ArrowRight"]: (at + 1) % buttons.length,
    [isVertical ? "ArrowUp" : "ArrowLeft"]: (at - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  if (event.key === "Escape") leave();
  else if (event.key in to) buttons[to[event.key] ?? 0]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
