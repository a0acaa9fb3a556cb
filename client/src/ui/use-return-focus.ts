import { useEffect, useState } from "react";

/** The focused element. For a menu item, which disappears, it is the button of the menu. */
function findFocused(): Element | null {
  const button = document.activeElement?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return button ? document.getElementById(button) : document.activeElement;
}

/**
 * On unmount, returns the focus to the previously focused element, unless it has already moved elsewhere. Mantine's
 * dialogs do so only if they stay mounted; ours mount when they open.
 */
export function useReturnFocus(): void {
  // Read during render: when the first effect runs, the dialog already has the focus.
  const [opener] = useState(findFocused);
  useEffect(
    () => () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
