import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import type { Menu } from "./menu";

/** Maximum time between `g` and its second key. */
const SEQUENCE_MS = 1200;

interface Actions {
  readonly menu: Menu;
  readonly openPalette: () => void;
  readonly openHelp: () => void;
  readonly toggleSidebar: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Keyboard shortcuts of the frame: Ctrl+K, `/`, `?`, `[`, and `g` followed by a letter. */
export function useFrameKeys({ menu, openPalette, openHelp, toggleSidebar }: Actions): void {
  const navigate = useNavigate();
  const goPressedAt = useRef(0);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      openPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (Date.now() - goPressedAt.current < SEQUENCE_MS) {
      goPressedAt.current = 0;
      const item = menu.flatMap(({ items }) => items).find(({ shortcut }) => shortcut === event.key);
      if (item) void navigate(item.path);
      return;
    }
    if (event.key === "g") goPressedAt.current = Date.now();
    else if (event.key === "?") openHelp();
    else if (event.key === "[") toggleSidebar();
    else if (event.key === "/") {
      event.preventDefault();
      // The screen's own search, if any, takes precedence.
      const own = document.querySelector<HTMLInputElement>("#content [data-search]");
      if (own) own.focus();
      else openPalette();
    }
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
