import type { HTMLAttributes, Ref, SyntheticEvent } from "react";
import { createPortal } from "react-dom";

interface Props extends HTMLAttributes<HTMLDivElement> {
  readonly ref: Ref<HTMLDivElement>;
}

function stopEvent(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** The text keeps the focus and its caret, unless the pointer goes into a field. */
function keepFocus(event: SyntheticEvent): void {
  event.stopPropagation();
  if (event.target instanceof Element && !event.target.closest("input, textarea, select, label")) {
    event.preventDefault();
  }
}

/** A part that floats over the page. React renders it inside the text, so its events must not reach the canvas. */
export function Floating({ children, ...box }: Props) {
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing itself
    <div
      {...box}
      data-floating
      onClick={stopEvent}
      onDoubleClick={stopEvent}
      onMouseDown={keepFocus}
      onPointerDown={stopEvent}
      onPointerMove={stopEvent}
      onPointerOver={stopEvent}
      onKeyDown={stopEvent}
      onFocus={stopEvent}
      onBlur={stopEvent}
    >
      {children}
    </div>,
    document.body,
  );
}
